import type { z } from "zod";
import type { InputFault } from "../model/errors.ts";

/** What to do about a file the kit wrote itself and can no longer read. */
const NEXT = "restore the file as the run wrote it, or run again";

/** A fault for text that is no JSON. `text` is the whole file or, with `line`, that one line of it. */
export function syntaxFault(file: string, text: string, error: unknown, line?: number): InputFault {
  const { message } = error as Error;
  // Node tells the place as an offset, or by quoting; text that ends early is wrong at its end.
  const told = /at position (\d+)/.exec(message)?.[1];
  const offset = told === undefined ? (message.includes("end of JSON") ? text.length : 0) : Number(told);
  const place = line === undefined ? placeOf(text, offset) : { line, column: offset + 1 };
  return { file, ...place, expected: "JSON", found: message, next: NEXT };
}

/** Faults for JSON of the wrong shape, each at the key it concerns. `text` as for `syntaxFault`. */
export function shapeFaults(file: string, text: string, error: z.ZodError, line?: number): InputFault[] {
  return error.issues.map((issue) => {
    const key =
      issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path.findLast((part) => typeof part === "string");
    const offset = key === undefined ? 0 : Math.max(0, text.indexOf(`${JSON.stringify(key)}:`));
    const place = line === undefined ? placeOf(text, offset) : { line, column: offset + 1 };
    const expected = `a valid ${issue.path.map(String).join(".") || "record"}`;
    return { file, ...place, expected, found: issue.message, next: NEXT };
  });
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
