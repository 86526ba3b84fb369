import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { attempt } from "./attempt.ts";
import type { RunDirectory } from "./run-directory.ts";

/** Longest log kept, in bytes: a server that logs every request must not fill the disk. */
const LONGEST = 4 * 1024 * 1024;

/**
 * Keeps a log or a tool's raw output under logs/ and returns its place relative to the run (`logs/….txt`), which is
 * what records point to. Of a longer one the beginning and the end stay, with a line that says how much is missing.
 *
 * @param name free text, such as a cell's id with its round; `/` makes folders, other characters that a file name had
 *   better not hold become `_`, and no name leads out of logs/
 */
export async function saveLog(directory: RunDirectory, name: string, text: string | Buffer): Promise<string> {
  const parts = name.split("/").map((part) => part.replaceAll(/[^A-Za-z0-9.@=+-]+/g, "_").replace(/^\.+/, "_"));
  const place = parts.filter((part) => part !== "").join("/");
  const file = /\.(txt|log)$/.test(place) ? place : `${place}.txt`;
  const path = join(directory.logs, file);
  await attempt("write the log", path, async () => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, shorten(Buffer.from(text)));
  });
  return `logs/${file}`;
}

function shorten(text: Buffer): Buffer {
  if (text.length <= LONGEST) return text;
  const half = LONGEST / 2;
  const missing = text.length - LONGEST;
  const note = Buffer.from(`\n[... ${missing} bytes left out here ...]\n`);
  return Buffer.concat([text.subarray(0, half), note, text.subarray(text.length - half)]);
}
