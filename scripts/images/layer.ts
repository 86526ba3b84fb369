import { createHash } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { KitError } from "../model/errors.ts";
import { eachEntry } from "./archive.ts";

/** Size of one layer in bytes. */
export interface LayerSize {
  /** Contents of its regular files; a hard link adds nothing to the file it names, and a whiteout is empty. */
  unpacked: number;
  /** The whole tar as a registry stores it, by COMPRESSOR. */
  compressed: number;
}

/** What makes `compressed`: part of the number's meaning, since no two implementations give equal sizes. */
export const COMPRESSOR = `gzip -6, zlib ${process.versions.zlib}`;

const GZIP_MAGIC = 0x8b1f;
const ZSTD_MAGIC = 0xfd2fb528;

/**
 * Reads one layer as it lies in an image archive, plain or gzipped, and counts it.
 *
 * Throws KitError where the contents are not those the digest names, or are packed in a way that cannot be read.
 */
export async function measureLayer(body: NodeJS.ReadableStream, diffId: string): Promise<LayerSize> {
  const hash = createHash("sha256");
  const gzip = createGzip({ level: 6 });
  let unpacked = 0;
  let compressed = 0;

  async function* tapped(): AsyncGenerator<Buffer> {
    for await (const part of plain(body)) {
      hash.update(part);
      if (!gzip.write(part)) await once(gzip, "drain");
      yield part;
    }
    gzip.end();
  }
  async function sum(): Promise<void> {
    for await (const part of gzip) compressed += (part as Buffer).length;
  }
  const counted = eachEntry(Readable.from(tapped()), ({ type, size }) => {
    if (type === "file" || type === "contiguous-file") unpacked += size ?? 0;
  });
  await Promise.all([counted, sum()]);
  const found = `sha256:${hash.digest("hex")}`;
  if (found !== diffId) throw new KitError(`layer ${diffId} has the contents of ${found}`, "build the image again");
  return { unpacked, compressed };
}

/** The uncompressed layer, told by its first bytes. */
async function* plain(body: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  const parts = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const first = await parts.next();
  if (first.done) return;
  async function* whole(): AsyncGenerator<Buffer> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => parts };
  }
  const start = first.value as Buffer;
  if (start.length >= 4 && start.readUInt32LE(0) === ZSTD_MAGIC)
    throw new KitError("a layer is packed by zstd, which cannot be counted", "use an image with gzip layers");
  if (start.length < 2 || start.readUInt16LE(0) !== GZIP_MAGIC) return yield* whole();
  const gunzip = createGunzip();
  pipeline(whole, gunzip).catch((error: Error) => gunzip.destroy(error));
  yield* gunzip as AsyncIterable<Buffer>;
}
