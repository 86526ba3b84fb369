import { terminalLine } from "../model/terminal-text.ts";

/** Spaces at which no line may break: between a number and its unit, and within `n = 6`. */
const GLUED = [/(?<=\d) (?=(?:ms|s|µs|bytes|kB|MB|GB|%)(?![\w]))/g, /(?<=\bn) (?== \d)|(?<=\bn =) (?=\d)/g];
const NO_BREAK = "\u00a0";

/**
 * Breaks text at spaces so that no line is wider than `width`; a longer word stays whole. `indent` starts each line. What
 * the text holds of commands to a terminal is shown, not obeyed.
 */
export function paragraph(text: string, width: number, indent = ""): string {
  const lines: string[] = [];
  let line = "";
  const glued = GLUED.reduce((all, space) => all.replaceAll(space, NO_BREAK), terminalLine(text));
  for (const word of glued.split(/ +/).filter((each) => each !== "")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && indent.length + [...longer].length > width) {
      lines.push(indent + line);
      line = word;
    } else {
      line = longer;
    }
  }
  if (line !== "") lines.push(indent + line);
  return lines.join("\n").replaceAll(NO_BREAK, " ");
}
