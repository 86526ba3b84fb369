import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { KitError } from "../model/errors.ts";
import { fileTrouble } from "../model/file-trouble.ts";
import type { NewRecord, RecordSink, RunRecord } from "../model/record.ts";
import { attempt } from "./attempt.ts";
import { lastSequence, wholeLines } from "./lines.ts";

/** The part of an open file that a writer needs. */
export type RecordFile = Pick<FileHandle, "write" | "datasync" | "truncate" | "close">;

/** Says what failed and that what was recorded before is on disk and readable. */
function notWritten(path: string, safe: number, cause: NodeJS.ErrnoException): KitError {
  const told =
    fileTrouble(cause, { doing: "write", path }) ?? new KitError(`cannot write ${path}: ${cause.message}`, "run again");
  return new KitError(`${told.what}; the ${safe} records before are whole`, told.next, { cause });
}

export interface RecordWriter {
  /** Numbers, dates and appends one record. Calls may overlap: lines keep the order of the calls. */
  sink: RecordSink;
  /** Waits for records under way and closes the file. */
  close(): Promise<void>;
}

/**
 * Opens records.jsonl to append. An existing file is continued: numbers go on, and a last line torn by a crash is cut
 * off, since it was never acknowledged.
 *
 * @param now the clock that dates records
 */
export async function openRecords(path: string, now: () => Date = () => new Date()): Promise<RecordWriter> {
  return attempt("write", path, async () => {
    const file = await open(path, "a+");
    const before = await file.readFile();
    const whole = wholeLines(before);
    if (whole.length < before.length) await file.truncate(whole.length);
    return makeWriter(file, path, { bytes: whole.length, seq: lastSequence(whole) }, now);
  });
}

/** A writer on an open file that holds `bytes` bytes of whole lines, the last numbered `seq` (0 when empty). */
export function makeWriter(
  file: RecordFile,
  path: string,
  start: { bytes: number; seq: number },
  now: () => Date,
): RecordWriter {
  let { bytes, seq } = start;
  let last: Promise<unknown> = Promise.resolve();

  async function append(record: NewRecord): Promise<void> {
    const { kind, ...rest } = record;
    const numbered = { kind, seq: seq + 1, at: now().toISOString(), ...rest } as RunRecord;
    const line = Buffer.from(`${JSON.stringify(numbered)}\n`);
    try {
      for (let done = 0; done < line.length; ) done += (await file.write(line, done)).bytesWritten;
      await file.datasync();
    } catch (error) {
      // Half a line in the middle of the file would cost every record after it; as a cut tail it costs nothing.
      await file.truncate(bytes).catch(() => {});
      throw notWritten(path, seq, error as NodeJS.ErrnoException);
    }
    bytes += line.length;
    seq += 1;
  }

  return {
    sink: (record) => {
      const done = last.then(() => append(record));
      last = done.catch(() => {});
      return done;
    },
    close: async () => {
      await last;
      await file.close();
    },
  };
}
