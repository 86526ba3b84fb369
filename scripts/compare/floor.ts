import { InputError } from "../model/errors.ts";

/** What two runs of one thing on one machine may differ by. docs/compare.md says where it comes from. */
export const DEFAULT_FLOOR = "10%";

/** A floor as a share: `10%` is 0.1. Throws InputError for what is no percentage above 0 and up to 1000. */
export function parseFloor(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?) ?%?$/.exec(text.trim()) ?? [];
  const percent = Number(digits);
  if (percent > 0 && percent <= 1000) return percent / 100;
  const expected = "a percentage above 0 and at most 1000";
  throw new InputError([
    { file: "--floor", line: null, column: null, expected, found: JSON.stringify(text), next: "write it like 10%" },
  ]);
}
