import { terminalLine } from "./terminal-text.ts";

/** Where a table stands, and which columns, from 0, have text; the others are numbers and stand to the right. */
interface Look {
  indent?: string;
  text: readonly number[];
}

/** Rows below a head, columns two spaces apart. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { indent = "", text }: Look,
): string {
  const all = [head, ...rows.map((row) => row.map(terminalLine))];
  const widths = head.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? "")].length)));
  const cell = (words: string, column: number) => {
    const space = " ".repeat(Math.max(0, (widths[column] ?? 0) - [...words].length));
    return text.includes(column) ? words + space : space + words;
  };
  return all.map((row) => indent + row.map(cell).join("  ").trimEnd()).join("\n");
}
