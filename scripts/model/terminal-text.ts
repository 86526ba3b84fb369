/**
 * Characters that a terminal obeys (escape sequences, old and new), that turn text about (bidi controls), that are not
 * seen, or that end a line somewhere else than a reader expects.
 */
const OBEYED = /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside made fit for a terminal: what a terminal would obey is shown as `\u001b`. Line breaks stay. Text of
 * JSON stays the same JSON.
 */
export const terminalText = (text: string): string =>
  text.replaceAll(OBEYED, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );

/** The same in one line: line breaks and tabs become spaces. */
export const terminalLine = (text: string): string => terminalText(text.replaceAll(/[ \t]*[\t\r\n]\s*/g, " "));
