import { terminalLine } from "../../model/terminal-text.ts";

/** Text that is HTML already. Made by `html` alone, so that nothing else gets into a page unescaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type Part = Markup | string | number | null | false | readonly Part[];

/** HTML with every value escaped, unless it is markup itself; null and false leave nothing. */
export function html(texts: TemplateStringsArray, ...values: readonly Part[]): Markup {
  return new Markup(texts.map((text, nth) => text + partText(values[nth] ?? null)).join(""));
}

/** Joins parts with what stands between two of them. */
export const joined = (parts: readonly Part[], between: Part = ""): Markup =>
  new Markup(parts.map(partText).join(partText(between)));

function partText(part: Part): string {
  if (part === null || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(partText).join("");
  return escapeText(String(part));
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text for an element or a quoted attribute; what would turn it about or is not seen is spelled out. */
export const escapeText = (text: string): string =>
  terminalLine(text).replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? "");
