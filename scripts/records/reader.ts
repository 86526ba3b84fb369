import { readFile } from "node:fs/promises";
import { InputError, type InputFault } from "../model/errors.ts";
import { fileTrouble } from "../model/file-trouble.ts";
import { type RunRecord, recordSchema } from "../model/record.ts";
import { fitsPlan, roundFault } from "./coherence.ts";
import { shapeFaults, syntaxFault } from "./fault.ts";
import { eachLine } from "./lines.ts";
import { slimmer } from "./slim.ts";

/** Faults shown of one file: the first ones name the cause, hundreds more would hide it. */
const MOST_FAULTS = 10;

/**
 * Reads records.jsonl, line by line, each checked and without what no judgement or report needs of its evidence. A last
 * line without its newline was torn by a crash before it was acknowledged: it is left out.
 *
 * @param path also the name used in messages
 * @param rounds of the run's plan: a sample of a later one was put in by hand; absent where no plan is known
 * @throws InputError with file:line:column for any other line that is no record, or when there is no file
 */
export async function readRecords(path: string, rounds?: number): Promise<RunRecord[]> {
  const faults: InputFault[] = [];
  const records: RunRecord[] = [];
  const slim = slimmer();
  const take = (line: string, number: number): boolean => {
    const read = parseRecord(path, line, number, rounds);
    if (Array.isArray(read)) faults.push(...read);
    else records.push(slim(read));
    return faults.length < MOST_FAULTS;
  };
  await eachLine(path, take).catch((error) => throwUnreadable(path, "the records of a run", error));
  if (faults.length > 0) throw new InputError(faults.slice(0, MOST_FAULTS));
  return records;
}

/** One line; faults instead where it is no record of the run. */
function parseRecord(path: string, text: string, line: number, rounds: number | undefined): RunRecord | InputFault[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [syntaxFault({ file: path, text, line }, error)];
  }
  const parsed = recordSchema.safeParse(value);
  if (!parsed.success) return shapeFaults({ file: path, text, line }, value, parsed.error);
  // The value itself, which the schema changes nothing of: what it returns is a copy, and larger.
  const record = value as RunRecord;
  if (rounds === undefined || record.kind === "event" || fitsPlan(record, rounds)) return record;
  return [roundFault({ file: path, text, line }, record, rounds)];
}

/** The text of a file; one that is missing is the user's mistake (a wrong run) and said as such. */
export async function readOrFault(path: string, what: string): Promise<string> {
  return readFile(path, "utf8").catch((error) => throwUnreadable(path, what, error));
}

const NO_RUN: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EISDIR: "a folder",
};

function throwUnreadable(path: string, what: string, error: unknown): never {
  const found = NO_RUN[(error as NodeJS.ErrnoException).code ?? ""];
  if (found === undefined) throw fileTrouble(error, { doing: "read", path }) ?? error;
  const fault = { file: path, line: null, column: null, expected: what, found };
  throw new InputError([{ ...fault, next: "name a run under results/" }]);
}
