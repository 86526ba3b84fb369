import type { Engine, ImageInfo } from "../model/engine.ts";
import { KitError } from "../model/errors.ts";
import { measureLayer } from "./layer.ts";
import { readManifest } from "./manifest.ts";
import type { SizeCache } from "./size-cache.ts";
import { tarEntries } from "./tar.ts";

/** Sizes of one image in bytes, the same whatever store the engine keeps it in. */
export interface ImageSize {
  /** Config digest. */
  digest: string;
  /** Sum over all layers of the contents of their regular files. */
  unpacked: number;
  /** Every layer compressed by itself, and the config: what a registry stores and a first pull loads. */
  compressed: number;
  /** From the base up. */
  layers: { diffId: string; unpacked: number; compressed: number }[];
}

/**
 * Counts an image from what `docker save` writes, since the sizes that engines report depend on their store.
 *
 * Takes seconds for an image not seen before (layers are compressed to be counted) and nothing for a known one: never
 * while something is timed. Throws KitError where the engine has no such image, EngineError where it fails.
 */
export async function sizeOf(engine: Engine, image: string, cache: SizeCache): Promise<ImageSize> {
  const info = await engine.image(image);
  if (!info) throw new KitError(`the engine has no image ${image}`, "build or pull it first");
  const known = cache.images[info.id];
  if (!known || known.layers.some((diffId) => !cache.layers[diffId])) await count(engine, image, info, cache);
  const { configBytes, layers } = cache.images[info.id] ?? { configBytes: 0, layers: [] };
  const sizes = layers.map((diffId) => ({ diffId, ...(cache.layers[diffId] ?? { unpacked: 0, compressed: 0 }) }));
  return {
    digest: info.id,
    unpacked: sum(sizes.map(({ unpacked }) => unpacked)),
    compressed: configBytes + sum(sizes.map(({ compressed }) => compressed)),
    layers: sizes,
  };
}

/** Unpacked bytes in the layers that a base does not have: what the image adds where the base is there already. */
export function uniqueOver(image: ImageSize, base: ImageSize | null): number {
  const shared = new Set(base?.layers.map(({ diffId }) => diffId));
  return sum(image.layers.filter(({ diffId }) => !shared.has(diffId)).map(({ unpacked }) => unpacked));
}

/** Reads the archive twice: what its entries are stands at its end, and a layer is too large to keep until then. */
async function count(engine: Engine, image: string, { id, architecture }: ImageInfo, cache: SizeCache): Promise<void> {
  const manifest = await readManifest(await engine.saveImage(image), image, { architecture });
  const wanted = new Map(manifest.layers.map(({ entry, diffId }) => [entry, diffId]));
  for (const [entry, diffId] of wanted) if (cache.layers[diffId]) wanted.delete(entry);
  if (wanted.size > 0) {
    for await (const { name, body } of tarEntries((await engine.saveImage(image)) as AsyncIterable<Buffer>)) {
      const diffId = wanted.get(name);
      if (diffId !== undefined) cache.layers[diffId] = await measureLayer(body, diffId);
    }
  }
  const missing = manifest.layers.find(({ diffId }) => !cache.layers[diffId]);
  if (missing) throw new KitError(`the archive of ${image} lacks layer ${missing.diffId}`, "build the image again");
  const layers = manifest.layers.map(({ diffId }) => diffId);
  cache.images[id] = { configBytes: manifest.configBytes, layers };
  // What cannot be kept is counted again next time.
  await cache.save().catch(() => {});
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);
