import { htmlText, inert, inertAtStart, type Text } from "./markdown-text.ts";

/** A Markdown table; cells may hold any text. Empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly Text[])[]): string {
  if (rows.length === 0) return "";
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map((cell) => inert(cell) || "–"))];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

/** A section, left out when there is nothing in it. */
export function section(heading: string, ...parts: readonly string[]): string {
  const body = parts.filter((part) => part !== "");
  return body.length === 0 ? "" : [`## ${heading}\n`, ...body].join("\n");
}

/** A bulleted list; empty without items. */
export const list = (items: readonly Text[]): string =>
  items.length === 0 ? "" : `${items.map((item) => `- ${inertAtStart(item)}`).join("\n")}\n`;

/** Something long that a reader opens when it is wanted; empty without a body. */
export const details = (summary: string, body: string): string =>
  body === "" ? "" : `<details><summary>${htmlText(summary)}</summary>\n\n${body}\n</details>\n`;
