import { whole } from "./archive.ts";
import { type Elf, isElf, readElf } from "./elf.ts";
import type { TarEntry } from "./tar.ts";

/** One entry of a layer, by its path from the top without a leading slash. */
export interface LayerEntry {
  path: string;
  type: TarEntry["type"];
  /** Bytes of a file; 0 for others. */
  bytes: number;
  /** Path that a hard link shares its contents with, or the target of a symbolic link as written. */
  target: string;
  /** Of a file that is an executable or a library. */
  elf: Elf | null;
  /** First line of a script, from "#!" on, and the whole text of a file that tells the loader where to look. */
  text: string | null;
}

/** Where glibc's and musl's loaders are told of folders with libraries. */
const LOADER_FILES = /^etc\/(ld\.so\.conf(\.d\/[^/]+\.conf)?|ld-musl-[^/]+\.path)$/;
const LONGEST_LINE = 256;

/** Takes from an entry of a layer what is told of it later: its size, and what it asks of the loader. */
export async function readEntry(entry: TarEntry): Promise<LayerEntry> {
  const path = plainPath(entry.name);
  const { type, size: bytes } = entry;
  const target = type === "link" ? plainPath(entry.linkname) : entry.linkname;
  const told = type === "file" && !entry.sparse ? await look(path, entry.body) : { elf: null, text: null };
  return { path, type, bytes, target, ...told };
}

/** `./usr/bin/`, `/usr/bin` and `usr/bin` are one path. */
export const plainPath = (path: string): string =>
  path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");

async function look(path: string, body: AsyncIterable<Buffer>): Promise<Pick<LayerEntry, "elf" | "text">> {
  const pieces = body[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  const isTold = LOADER_FILES.test(path);
  while (start.length < LONGEST_LINE && !isElf(start)) {
    const next = await pieces.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  if (!isElf(start) && !isTold) return { elf: null, text: firstLine(start) };
  const file = Buffer.concat([start, await whole({ [Symbol.asyncIterator]: () => pieces })]);
  return isTold ? { elf: null, text: file.toString("utf8") } : { elf: readElf(file), text: null };
}

function firstLine(start: Buffer): string | null {
  const [line = ""] = start.toString("utf8", 0, LONGEST_LINE).split("\n");
  return line.startsWith("#!") ? line : null;
}
