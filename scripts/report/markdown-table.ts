import { terminalLine } from "../model/terminal-text.ts";

/** A Markdown table; cells may hold any text. Empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map(cellText))];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

/** A section, left out when there is nothing in it. */
export function section(heading: string, ...parts: readonly string[]): string {
  const body = parts.filter((part) => part !== "");
  return body.length === 0 ? "" : [`## ${heading}\n`, ...body].join("\n");
}

/** A bulleted list; empty without items. */
export const list = (items: readonly string[]): string =>
  items.length === 0 ? "" : `${items.map((item) => `- ${lineText(item)}`).join("\n")}\n`;

/** Text from outside in a line of prose: no line breaks, and nothing that Markdown would read as markup. */
export const lineText = (text: string): string =>
  terminalLine(text.replaceAll(/\s*\n\s*/g, " ")).replaceAll(/[<>]/g, escapeAngle);

const cellText = (text: string): string => (text === "" ? "–" : lineText(text).replaceAll("|", "\\|"));
const escapeAngle = (mark: string): string => (mark === "<" ? "&lt;" : "&gt;");
