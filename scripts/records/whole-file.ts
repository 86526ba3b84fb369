import { closeSync, fsync, openSync, writeSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { attempt } from "./attempt.ts";

const synced = promisify(fsync);

/**
 * Replaces a file as a whole: readers see the old text or the new one, after a crash too. Written beside the target,
 * synced, renamed over it, and the folder synced so that the rename itself is on disk.
 *
 * The text is written before this returns; what is waited for is the disk, so that a caller can do something else meanwhile.
 * On failure, a KitError, the old file is untouched and nothing is left beside it.
 *
 * @param text as a whole, or piece by piece where it is too long to be held
 */
export function writeWhole(path: string, text: string | Iterable<string>): Promise<void> {
  return attempt("write", path, () => replace(path, text));
}

async function replace(path: string, text: string | Iterable<string>): Promise<void> {
  const draft = `${path}.${process.pid}.draft`;
  try {
    const file = openSync(draft, "w");
    try {
      for (const piece of typeof text === "string" ? [text] : text) append(file, piece);
      await synced(file);
    } finally {
      closeSync(file);
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Room for a piece of text, used again for the next: a long table has a hundred megabytes of them. */
const ROOM = Buffer.allocUnsafe(1 << 18);
const MOST_BYTES_A_CHARACTER = 3;

function append(file: number, piece: string): void {
  const fits = piece.length * MOST_BYTES_A_CHARACTER <= ROOM.length;
  const bytes = fits ? ROOM.subarray(0, ROOM.write(piece)) : Buffer.from(piece);
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
}
