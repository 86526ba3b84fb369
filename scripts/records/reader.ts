import { readFile } from "node:fs/promises";
import { InputError, type InputFault } from "../model/errors.ts";
import { type RunRecord, recordSchema } from "../model/record.ts";
import { shapeFaults, syntaxFault } from "./fault.ts";

/** Faults shown of one file: the first ones name the cause, hundreds more would hide it. */
const MOST_FAULTS = 10;

/**
 * Reads records.jsonl. A last line without its newline was torn by a crash before it was acknowledged: it is left out.
 *
 * @param path also the name used in messages
 * @throws InputError with file:line:column for any other line that is no record, or when there is no file
 */
export async function readRecords(path: string): Promise<RunRecord[]> {
  const text = (await readOrFault(path, "the records of a run")).toString();
  const faults: InputFault[] = [];
  const records: RunRecord[] = [];
  // What follows the last newline is no line, or one torn by a crash.
  for (const [index, line] of text.split("\n").slice(0, -1).entries()) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      faults.push(syntaxFault(path, line, error, index + 1));
      continue;
    }
    const parsed = recordSchema.safeParse(value);
    if (parsed.success) records.push(parsed.data);
    else faults.push(...shapeFaults(path, line, parsed.error, index + 1));
  }
  if (faults.length > 0) throw new InputError(faults.slice(0, MOST_FAULTS));
  return records;
}

/** The bytes of a file; one that is missing is the user's mistake (a wrong run) and said as such. */
export async function readOrFault(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    const fault = { file: path, line: null, column: null, expected: what, found: "no such file" };
    throw new InputError([{ ...fault, next: "name a run under results/" }]);
  }
}
