import { terminalLine } from "../model/terminal-text.ts";

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

/** Megabytes (10^6) to the kilobyte, so that columns can be added up by eye; nothing that is there becomes 0. */
export function megabytes(bytes: number | null): string {
  if (bytes === null) return "–";
  if (bytes === 0) return "0";
  return bytes < 500 ? "< 0.001" : (bytes / 1e6).toFixed(3);
}
