import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { COMPRESSOR } from "./layer.ts";

const bytes = z.number().int().nonnegative();
const contentsSchema = z.strictObject({
  compressor: z.string(),
  /** Config digest → what the image consists of. */
  images: z.record(z.string(), z.strictObject({ configBytes: bytes, layers: z.array(z.string()) })),
  /** Digest of the uncompressed layer → its size. */
  layers: z.record(z.string(), z.strictObject({ unpacked: bytes, compressed: bytes })),
});
type Contents = z.infer<typeof contentsSchema>;

/** Sizes known from before. Every key is a digest of the contents it speaks of, so nothing in here can become wrong. */
export interface SizeCache extends Contents {
  /** Writes what has been added, all or nothing. */
  save(): Promise<void>;
}

/** Opens the cache; one that is absent, torn or made by another compressor counts as empty. */
export async function openSizeCache(file: string): Promise<SizeCache> {
  const contents = (await stored(file)) ?? { compressor: COMPRESSOR, images: {}, layers: {} };
  return {
    ...contents,
    save: async () => {
      await mkdir(dirname(file), { recursive: true });
      const whole = `${file}.${process.pid}`;
      await writeFile(whole, `${JSON.stringify(contents, null, 1)}\n`);
      await rename(whole, file);
    },
  };
}

async function stored(file: string): Promise<Contents | null> {
  try {
    const contents = contentsSchema.parse(JSON.parse(await readFile(file, "utf8")));
    return contents.compressor === COMPRESSOR ? contents : null;
  } catch {
    return null;
  }
}
