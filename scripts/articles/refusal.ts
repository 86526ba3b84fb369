import { faultText, InputError, type InputFault } from "../model/errors.ts";

/** More than this helps nobody; the rest is counted. */
const MOST = 100;

/** The error for these faults: each once (both sides of a claim may suffer from one wrong word), in the file's order. */
export function refusal(faults: readonly InputFault[]): InputError {
  const once = [...new Map(faults.map((fault) => [faultText(fault), fault])).values()];
  once.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  const last = once[MOST - 1];
  if (once.length <= MOST || !last) return new InputError(once);
  const found = `${once.length - MOST + 1} more`;
  return new InputError([
    ...once.slice(0, MOST - 1),
    { ...last, expected: "fewer faults", found, next: "correct these first" },
  ]);
}
