import { parse } from "@humanwhocodes/momoa";
import type { z } from "zod";
import type { InputFault } from "../model/errors.ts";
import { offsetOf, type Path, valueAt } from "./place.ts";

/** What to do about a file the kit wrote itself and can no longer read. */
export const NEXT = "restore the file as the run wrote it, or run again";

/** Text of a file, or with `line` that one line of it. */
export interface Text {
  file: string;
  text: string;
  line?: number;
}

/** A fault for text that is no JSON. */
export function syntaxFault(source: Text, error: unknown): InputFault {
  const { message } = error as Error;
  const place = placeOf(source, faultOffset(source.text, message));
  return { file: source.file, ...place, expected: "JSON", found: message, next: NEXT };
}

/** Node tells an offset with some messages; text that ends early is wrong at its end; of the rest another parser tells it. */
function faultOffset(text: string, message: string): number {
  const told = /at position (\d+)/.exec(message)?.[1];
  if (told !== undefined) return Number(told);
  if (message.includes("end of JSON")) return text.length;
  try {
    parse(text);
    return 0;
  } catch (error) {
    return (error as { offset?: number }).offset ?? 0;
  }
}

/** A fault of what stands at `path` in JSON. */
export function pathFault(source: Text, path: Path, expected: string, found: string): InputFault {
  return { file: source.file, ...placeOf(source, offsetOf(source.text, path)), expected, found, next: NEXT };
}

/** Faults for JSON of the wrong shape, each at the key or list item it concerns. `value` is what the text holds. */
export function shapeFaults(source: Text, value: unknown, error: z.ZodError): InputFault[] {
  return error.issues.map((issue) => {
    const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
    if (issue.code === "custom") return pathFault(source, path, issue.message, shown(valueAt(value, path)));
    return pathFault(source, path, `a valid ${issue.path.map(String).join(".") || "record"}`, issue.message);
  });
}

/** A value as a short piece of a message. */
export const shown = (value: unknown): string => (JSON.stringify(value) ?? "nothing").slice(0, 60);

function placeOf({ text, line }: Text, offset: number): { line: number; column: number } {
  if (line !== undefined) return { line, column: offset + 1 };
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
