import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Dependencies } from "../model/target.ts";

/** Where a program's lock file lies, below its own folder; `none` for one without dependencies. */
export type Lock = { folder: string } | { reason: string } | "none";

/**
 * The lock file by which a program's dependencies are installed: its own, or, where a target sets other versions than
 * that one has, the one in `locks/` that is named after them (`hono-node-server-1.14.1`).
 *
 * A file that is missing, or that pins something else, is a reason not to build: what was measured would be unknown.
 *
 * @param app the program's name, its folder being `apps/APP` of the checkout `root`
 */
export async function lockOf(root: string, app: string, dependencies: Dependencies = {}): Promise<Lock> {
  const folder = join("apps", app);
  const own = await read<Package>(join(root, folder, "package.json"));
  if (Object.keys(own?.dependencies ?? {}).length === 0 && Object.keys(dependencies).length === 0) return "none";
  const isOwn = Object.entries(dependencies).every(([name, version]) => own?.dependencies?.[name] === version);
  const place = isOwn ? "." : join("locks", lockName(dependencies));
  const file = join(folder, place, "package-lock.json");
  const lock = await read<LockFile>(join(root, file));
  if (lock === null) return { reason: `${file} is missing` };
  for (const [name, version] of Object.entries(dependencies)) {
    const pinned = lock.packages?.[`node_modules/${name}`]?.version ?? "no version";
    if (pinned !== version) return { reason: `${file} has ${pinned} of ${name}, the target asks for ${version}` };
  }
  return { folder: place };
}

interface Package {
  dependencies?: Record<string, string>;
}
interface LockFile {
  packages?: Record<string, { version?: string }>;
}

const lockName = (dependencies: Dependencies): string =>
  Object.entries(dependencies)
    .map(([name, version]) => `${name.replace("@", "").replaceAll("/", "-")}-${version}`)
    .join("+");

/** A JSON file; null where it is missing. */
async function read<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
