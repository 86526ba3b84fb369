import { createHash } from "node:crypto";
import { once } from "node:events";
import type { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
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
const MAGIC_BYTES = 4;

/**
 * Reads one layer as it lies in an image archive, plain or packed by gzip or zstd, and counts it. `visit` is called for every entry in
 * turn; what it does not read of one is skipped.
 *
 * Throws KitError where the contents are not those the digest names, or are packed in a way that cannot be read.
 */
export async function measureLayer(
  body: AsyncIterable<Buffer>,
  diffId: string,
  visit: (entry: TarEntry) => Promise<void> = async () => {},
): Promise<LayerSize> {
  const gzip = zlib.createGzip({ level: 6 });
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
  let start = Buffer.alloc(0);
  while (start.length < MAGIC_BYTES) {
    const { value, done } = await parts.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield start;
    yield* { [Symbol.asyncIterator]: () => parts };
  }
  const unpack = unpackerOf(start);
  if (unpack === null) return yield* whole();
  pipeline(whole, unpack).catch((error: Error) => unpack.destroy(error));
  yield* unpack as AsyncIterable<Buffer>;
}

/** What unpacks a layer that begins so; null for a plain tar. */
function unpackerOf(start: Buffer): Transform | null {
  if (start.length < MAGIC_BYTES) return null;
  if (start.readUInt16LE(0) === GZIP_MAGIC) return zlib.createGunzip();
  if (start.readUInt32LE(0) !== ZSTD_MAGIC) return null;
  // Not in the types of the oldest Node that runs the kit, nor in that Node.
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };
  if (createZstdDecompress) return createZstdDecompress();
  throw new KitError(
    `a layer is packed by zstd, which Node ${process.versions.node} cannot unpack`,
    "use Node 22.15 or newer, such as that of docker compose run --rm bench",
  );
}
