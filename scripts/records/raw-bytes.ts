import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { attempt } from "./attempt.ts";
import type { RunDirectory } from "./run-directory.ts";

/** Keeps bytes as they are under a run's raw/, and returns the place of the file seen from the run. */
export async function saveBytes({ path }: RunDirectory, name: string, bytes: Buffer): Promise<string> {
  const place = `raw/${name}.bytes`;
  const file = join(path, place);
  await attempt("write the bytes", file, async () => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  });
  return place;
}
