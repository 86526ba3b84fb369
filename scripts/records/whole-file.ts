import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { attempt } from "./attempt.ts";

/**
 * Replaces a file as a whole: readers see the old text or the new one, after a crash too. Written beside the target,
 * synced, renamed over it, and the folder synced so that the rename itself is on disk.
 *
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
    const file = await open(draft, "w");
    try {
      for (const piece of typeof text === "string" ? [text] : text) await file.appendFile(piece);
      await file.sync();
    } finally {
      await file.close();
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
