import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Facts } from "../model/facts.ts";

/**
 * Facts of a measured program's own folder: `app.dependencies`, how many packages its package.json asks for, and
 * `app.sourceSha256`, one digest over names and contents of all its files.
 *
 * Null where there is no such folder.
 */
export async function readAppSource(folder: string): Promise<Facts | null> {
  const names = await listFiles(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw error;
  });
  if (names === null) return null;
  const hash = createHash("sha256");
  for (const name of names) {
    const contents = await readFile(join(folder, name));
    hash.update(`${name}\0${contents.length}\0`).update(contents);
  }
  const dependencies = names.includes("package.json") ? await countDependencies(join(folder, "package.json")) : 0;
  return { "app.dependencies": dependencies, "app.sourceSha256": hash.digest("hex") };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = entries.map(async (entry) => {
    if (entry.name === "node_modules") return [];
    if (!entry.isDirectory()) return [entry.name];
    return (await listFiles(join(folder, entry.name))).map((name) => `${entry.name}/${name}`);
  });
  return (await Promise.all(nested)).flat().sort();
}

async function countDependencies(file: string): Promise<number> {
  const { dependencies = {} } = JSON.parse(await readFile(file, "utf8")) as { dependencies?: Record<string, string> };
  return Object.keys(dependencies).length;
}
