import { open, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { InputError, type InputFault } from "../model/errors.ts";
import { suggestion } from "../model/nearest.ts";

/** Longest file that is read. The article of the main job has some 20 kB; more than this is not an article. */
export const MAX_BYTES = 1024 * 1024;

/** Reads a text file, or throws an InputError: missing, not a file, larger than MAX_BYTES, not UTF-8. */
export async function readText(file: string): Promise<string> {
  const bytes = await firstBytes(file, MAX_BYTES + 1).catch((error: unknown) => {
    throw refused(file, "a readable file", reasonOf(error), "check the path and its permissions");
  });
  if (bytes.length > MAX_BYTES) {
    throw refused(file, "at most 1 MiB of YAML", "more than that", "check that this is the right file");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused(file, "UTF-8 text", "other bytes", "save the file as UTF-8");
  }
}

/** The articles of a folder, by slug, in alphabetical order. A folder that is missing has none. */
export async function listArticles(folder: string): Promise<{ slug: string; file: string }[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith(".yaml")).sort();
  return files.map((name) => ({ slug: basename(name, ".yaml"), file: join(folder, name) }));
}

/** The file of an article named by slug or by path. Throws an InputError that suggests the nearest slug. */
export async function findArticle(folder: string, name: string): Promise<string> {
  if (name.endsWith(".yaml") || name.includes("/")) return name;
  const articles = await listArticles(folder);
  const article = articles.find(({ slug }) => slug === name);
  if (article) return article.file;
  const slugs = articles.map(({ slug }) => slug);
  const fault: InputFault = {
    file: "article",
    line: null,
    column: null,
    expected: `an article in ${folder}/`,
    found: `"${name}"`,
    next: suggestion(name, slugs),
  };
  throw new InputError([fault]);
}

/** Reads no more than `limit` bytes, so that neither a huge file nor an endless device fills the memory. */
async function firstBytes(file: string, limit: number): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const bytes = Buffer.alloc(limit);
    let length = 0;
    while (length < limit) {
      const { bytesRead } = await handle.read(bytes, length, limit - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await handle.close();
  }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "no such file";
  if (code === "EISDIR") return "a folder";
  if (code === "EACCES") return "a file without permission to read";
  return `an error (${error instanceof Error ? error.message : String(error)})`;
}

function refused(file: string, expected: string, found: string, next: string): InputError {
  return new InputError([{ file, line: 1, column: 1, expected, found, next }]);
}
