import { KitError } from "../model/errors.ts";
import { tarEntries } from "./tar.ts";

/** The small JSON texts of an image archive, and its links. Layers are left where they are. */
export interface Archive {
  has(name: string): boolean;
  /** The bytes of a text; throws KitError where the archive has none of that name. */
  text(name: string): Buffer;
  json<T>(name: string): T;
  /** The entry that holds a layer: what a link names, where the entry is one. */
  entry(name: string): string;
}

/** Indexes, manifests and configs are small; a layer that begins with "{" is none. */
const LARGEST_JSON = 4 * 1024 * 1024;

/**
 * Reads the texts of what `docker save` writes.
 *
 * @param image its name in messages
 */
export async function readArchive(tar: NodeJS.ReadableStream, image: string): Promise<Archive> {
  const texts = new Map<string, Buffer>();
  const links = new Map<string, string>();
  for await (const { name, type, size, linkname, body } of tarEntries(tar as AsyncIterable<Buffer>)) {
    if (type === "symlink") links.set(name, besides(name, linkname));
    if (type === "link") links.set(name, linkname);
    if (type === "file" && size <= LARGEST_JSON) {
      const text = await whole(body);
      if (text[0] === 0x7b || text[0] === 0x5b) texts.set(name, text);
    }
  }
  const text = (name: string): Buffer => {
    const found = texts.get(name);
    if (found) return found;
    throw new KitError(`the archive of ${image} has no ${name}`, `look at: docker save ${image} | tar -t`);
  };
  return {
    has: (name) => texts.has(name),
    text,
    json: <T>(name: string) => JSON.parse(text(name).toString("utf8")) as T,
    entry: (name) => links.get(name) ?? name,
  };
}

export async function whole(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

/** What a symbolic link means: its target, seen from the folder it lies in. */
function besides(name: string, target: string): string {
  const kept: string[] = [];
  for (const part of [...name.split("/").slice(0, -1), ...target.split("/")]) {
    if (part === "..") kept.pop();
    else if (part !== ".") kept.push(part);
  }
  return kept.join("/");
}
