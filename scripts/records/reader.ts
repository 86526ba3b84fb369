import { readFile } from "node:fs/promises";
import { InputError, type InputFault } from "../model/errors.ts";
import { fileTrouble } from "../model/file-trouble.ts";
import { type RunRecord, recordSchema } from "../model/record.ts";
import type { Run } from "../model/run.ts";
import { type Frame, frameOf, misfit } from "./coherence.ts";
import { NEXT, pathFault, shapeFaults, shown, syntaxFault, type Text } from "./fault.ts";
import { eachLine } from "./lines.ts";
import { isPlainSample } from "./quick-check.ts";
import { slimmer } from "./slim.ts";

/** Faults shown of one file: the first ones name the cause, hundreds more would hide it. */
const MOST_FAULTS = 10;

/**
 * Reads records.jsonl, line by line, each checked and without what no judgement or report needs of its evidence. A last
 * line without its newline was torn by a crash before it was acknowledged: it is left out. A run that came to its end was
 * not torn, so there it is a fault.
 *
 * @param path also the name used in messages
 * @param run what does not fit its plan was put in by hand; absent where no run is known
 * @throws InputError with file:line:column for any other line that is no record, or not the next one, or when there is no file
 */
export async function readRecords(path: string, run?: Pick<Run, "plan" | "status">): Promise<RunRecord[]> {
  const faults: InputFault[] = [];
  const records: RunRecord[] = [];
  const slim = slimmer();
  const frame = run && frameOf(run.plan);
  const take = (line: string, number: number): boolean => {
    const read = parseRecord({ file: path, text: line, line: number }, frame);
    if (Array.isArray(read)) faults.push(...read);
    else records.push(slim(read));
    return faults.length < MOST_FAULTS;
  };
  const torn = await eachLine(path, take).catch((error) => throwUnreadable(path, "the records of a run", error));
  if (torn > 0 && run?.status === "done") faults.push(tornFault(path, records.length + 1, torn));
  if (faults.length > 0) throw new InputError(faults.slice(0, MOST_FAULTS));
  return records;
}

const tornFault = (file: string, line: number, bytes: number): InputFault => ({
  ...{ file, line, column: 1, expected: "a record and the end of its line", found: `${bytes} bytes without that end` },
  next: NEXT,
});

/** One line; faults instead where it is no record of the run, or not the next one. */
function parseRecord(source: Text & { line: number }, frame: Frame | undefined): RunRecord | InputFault[] {
  let value: unknown;
  try {
    value = JSON.parse(source.text);
  } catch (error) {
    return [syntaxFault(source, error)];
  }
  if (!isPlainSample(value)) {
    const parsed = recordSchema.safeParse(value);
    if (!parsed.success) return shapeFaults(source, value, parsed.error);
  }
  // The value itself, which the schema changes nothing of: what it returns is a copy, and larger.
  const record = value as RunRecord;
  // The first record has number 1, and a run that is continued counts on.
  if (record.seq !== source.line) return [pathFault(source, ["seq"], `record ${source.line}`, shown(record.seq))];
  const wrong = frame && record.kind === "sample" ? misfit(record, frame) : null;
  return wrong === null ? record : [pathFault(source, [wrong.key], wrong.expected, shown(wrong.found))];
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
