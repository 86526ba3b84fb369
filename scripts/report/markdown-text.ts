import { terminalLine } from "../model/terminal-text.ts";

/** Markdown that is ready: what it holds from outside has been made inert. */
export class Markdown {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** Text to be shown as it is, or Markdown of our own. */
export type Text = string | Markdown;

/** Markdown of our own around texts from outside: md`**${verdict}**: ${says}`. Texts are made inert, Markdown stays. */
export function md(own: readonly string[], ...texts: readonly Text[]): Markdown {
  const [start = "", ...parts] = own;
  const [first = "", ...others] = texts;
  const begun = start === "" ? inertAtStart(first) : start + inert(first);
  return new Markdown(begun + parts.map((part, nth) => part + inert(others[nth] ?? "")).join(""));
}

/**
 * What to write so that Markdown shows exactly this text within a line: no markup, HTML or entity of it is live, and
 * addresses become no links. Names of subjects and intervals need no escapes: brackets alone are no link.
 */
export function inert(text: Text): string {
  if (text instanceof Markdown) return text.source;
  return terminalLine(text)
    .replaceAll(/ +/g, " ")
    .trim()
    .replaceAll(/[\\`*~|]|\](?=[([:]|$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&")
    .replaceAll(/&(?=#?\w+;)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/:(?=\/\/)|@(?=[\w-]+\.\w)|(?<=www)\.|(?<=mailto):/gi, "\\$&");
}

/** The same where a line or a list item begins: no first word makes it a heading, a list, a rule or a definition. */
export function inertAtStart(text: Text): string {
  if (text instanceof Markdown) return text.source;
  return inert(text)
    .replace(/^(?:\[|#+(?= |$)|[-+](?=[ -]|$)|=+$)/, "\\$&")
    .replace(/^(\d+)([.)])(?= |$)/, "$1\\$2");
}

/** A text within a line of HTML, which Markdown passes on as it is. */
export const htmlText = (text: string): string =>
  terminalLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Lines as code, which Markdown takes as they are. */
export const codeBlock = (lines: readonly string[]): string =>
  lines.map((line) => `    ${terminalLine(line)}\n`).join("");
