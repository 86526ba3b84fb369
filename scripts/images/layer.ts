import { createHash } from "node:crypto";
import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { KitError } from "../model/errors.ts";
import { type TarEntry, tarEntries } from "./tar.ts";

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
 * Reads one layer as it lies in an image archive, plain or gzipped, and counts it. `visit` is called for every entry in
 * turn; what it does not read of one is skipped.
 *
 * Throws KitError where the contents are not those the digest names, or are packed in a way that cannot be read.
 */
export async function measureLayer(
  body: AsyncIterable<Buffer>,
  diffId: string,
  visit: (entry: TarEntry) => Promise<void> = async () => {},
): Promise<LayerSize> {
  const gzip = createGzip({ level: 6 });
  let compressed = 0;
  async function sum(): Promise<void> {
    for await (const part of gzip) compressed += (part as Buffer).length;
  }
  const pack = async (part: Buffer): Promise<void> => {
    if (!gzip.write(part)) await once(gzip, "drain");
  };
  const [unpacked] = await Promise.all([readLayer(body, diffId, visit, pack).finally(() => gzip.end()), sum()]);
  return { unpacked, compressed };
}

/** As `measureLayer`, for a layer whose compressed size is known. Returns the bytes of its regular files. */
export async function readLayer(
  body: AsyncIterable<Buffer>,
  diffId: string,
  visit: (entry: TarEntry) => Promise<void>,
  tap: (part: Buffer) => Promise<void> = async () => {},
): Promise<number> {
  const hash = createHash("sha256");
  let unpacked = 0;
  async function* tapped(): AsyncGenerator<Buffer> {
    for await (const part of plain(body)) {
      hash.update(part);
      await tap(part);
      yield part;
    }
  }
  for await (const entry of tarEntries(tapped())) {
    unpacked += entry.size;
    await visit(entry);
  }
  const found = `sha256:${hash.digest("hex")}`;
  if (found !== diffId) throw new KitError(`layer ${diffId} has the contents of ${found}`, "build the image again");
  return unpacked;
}

/** The uncompressed layer, told by its first bytes. */
async function* plain(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const parts = body[Symbol.asyncIterator]();
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
