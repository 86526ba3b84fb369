import { type Look, line, type Mark } from "./mark.ts";

/** Looks of lines: of each, colour and dash differ together, so that neither alone has to be told apart. */
export const SERIES = 12;
const KEY = 16;

export const seriesLook = (nth: number): Look => `series-${(nth % SERIES) + 1}`;

/** Height of a key with a row a line. */
export const keyHeight = (names: readonly string[]): number => names.length * KEY + 6;

/** The key of a figure: every line's name behind a piece of it. */
export const keyMarks = (names: readonly string[]): Mark[] =>
  names.flatMap((name, nth): Mark[] => {
    const y = nth * KEY + KEY / 2;
    return [
      { lines: line(0, y, 30, y), look: seriesLook(nth) },
      { text: name, x: 38, y },
    ];
  });
