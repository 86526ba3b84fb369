import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { extract, type Headers } from "tar-stream";
import { KitError } from "../model/errors.ts";

/** An image as `docker save` describes it. */
export interface Manifest {
  /** Bytes of the image's config, which is part of what a registry stores. */
  configBytes: number;
  /** Layers from the base up: digest of the uncompressed tar, and the archive's entry that holds it. */
  layers: { diffId: string; entry: string }[];
}

/** manifest.json and configs are small; a layer that begins with "{" is none. */
const LARGEST_JSON = 4 * 1024 * 1024;

/** Calls `visit` for every entry of a tar in turn; what it does not read of an entry is skipped. */
export async function eachEntry(
  tar: NodeJS.ReadableStream,
  visit: (header: Headers, body: NodeJS.ReadableStream) => Promise<void> | void,
): Promise<void> {
  const entries = extract();
  entries.on("entry", (header, body, next) => {
    const ended = once(body, "end");
    Promise.resolve(visit(header, body))
      .then(() => {
        body.resume();
        return ended;
      })
      .then(() => next(), next);
  });
  await pipeline(tar, entries);
}

/**
 * Reads what an image archive consists of. Knows both layouts through manifest.json: the old one (ID/layer.tar, with
 * links between equal layers) and blobs/sha256 of OCI, whose layers may be compressed.
 */
export async function readManifest(tar: NodeJS.ReadableStream, image: string): Promise<Manifest> {
  const texts = new Map<string, Buffer>();
  const links = new Map<string, string>();
  await eachEntry(tar, async ({ name, type, size, linkname }, body) => {
    if (linkname && (type === "symlink" || type === "link")) links.set(name, joined(name, linkname, type));
    if (type === "file" && (size ?? 0) <= LARGEST_JSON) {
      const text = await read(body);
      if (text[0] === 0x7b || text[0] === 0x5b) texts.set(name, text);
    }
  });
  const json = <T>(name: string): T => {
    const text = texts.get(name);
    if (!text) throw new KitError(`the archive of ${image} has no ${name}`, `look at: docker save ${image} | tar -t`);
    return JSON.parse(text.toString("utf8")) as T;
  };
  const [listed] = json<{ Config: string; Layers: string[] | null }[]>("manifest.json");
  const configName = listed?.Config ?? "";
  const config = json<{ rootfs: { diff_ids: string[] } }>(configName);
  const names = listed?.Layers ?? [];
  const layers = config.rootfs.diff_ids.map((diffId, at) => {
    const name = names[at] ?? "";
    return { diffId, entry: links.get(name) ?? name };
  });
  return { configBytes: texts.get(configName)?.length ?? 0, layers };
}

async function read(body: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The entry a link means: relative to its own folder for a symbolic link, from the top for a hard one. */
function joined(name: string, target: string, type: "symlink" | "link"): string {
  if (type === "link") return target;
  const path = [...name.split("/").slice(0, -1), ...target.split("/")];
  const kept: string[] = [];
  for (const part of path) {
    if (part === "..") kept.pop();
    else if (part !== ".") kept.push(part);
  }
  return kept.join("/");
}
