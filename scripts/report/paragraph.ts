/** Spaces at which no line may break: between a number and its unit, and within `n = 6`. */
const GLUED = [/(?<=\d) (?=(?:ms|s|µs|bytes|kB|MB|GB|%)(?![\w]))/g, /(?<=\bn) (?== \d)|(?<=\bn =) (?=\d)/g];
const NO_BREAK = "\u00a0";

/** Text of a subject or a tool may hold escape sequences, which must not reach a terminal or a reader's file. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}/gu, " ");

/** Breaks text at spaces so that no line is wider than `width`; a longer word stays whole. `indent` starts each line. */
export function paragraph(text: string, width: number, indent = ""): string {
  const lines: string[] = [];
  let line = "";
  const glued = GLUED.reduce((all, space) => all.replaceAll(space, NO_BREAK), printable(text));
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
