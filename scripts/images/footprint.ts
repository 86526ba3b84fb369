import type { Engine } from "../model/engine.ts";
import { KitError } from "../model/errors.ts";
import { FileTree } from "./file-tree.ts";
import type { Footprint } from "./footprint-schema.ts";
import type { ImageSize } from "./image-size.ts";
import { COMPRESSOR, type LayerSize, measureLayer, readLayer } from "./layer.ts";
import { type LayerEntry, readEntry } from "./layer-contents.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { programOf } from "./program.ts";
import type { SizeCache } from "./size-cache.ts";
import { tarEntries } from "./tar.ts";

/** What is asked of an image. */
export interface Question {
  /** The engine's name of it, and the name to show. */
  image: string;
  name: string;
  /** Size of what it stands on; undefined where that is not known. */
  base?: { name: string; size: ImageSize | "scratch" } | undefined;
  /** What is started; else what the image's config says. */
  command?: readonly string[] | undefined;
  platform?: string | undefined;
}

interface ReadLayer extends LayerSize {
  entries: LayerEntry[];
}

/** Files listed by name: the largest. All of them are counted. */
const MOST_FILES = 20;

/**
 * Reads an image from what `docker save` writes: the same numbers whatever store the engine keeps it in.
 *
 * Takes seconds; never while something is timed. Throws KitError where the engine has no such image or its archive is not
 * whole, InputError for a platform it does not have.
 */
export async function readFootprint(engine: Engine, question: Question, cache: SizeCache): Promise<Footprint> {
  const { image, platform } = question;
  const info = await engine.image(image);
  if (!info) throw new KitError(`the engine has no image ${image}`, "build or pull it first");
  const wanted = { platform, architecture: info.architecture };
  const manifest = await readManifest(await engine.saveImage(image), image, wanted);
  const layers = await readLayers(await engine.saveImage(image), image, manifest, cache);
  // What cannot be kept is counted again next time.
  await cache.save().catch(() => {});
  return describe(question, manifest, layers);
}

/** Contents of every layer, in the order of the manifest; a layer that stands in it twice is read once. */
async function readLayers(
  archive: NodeJS.ReadableStream,
  image: string,
  manifest: Manifest,
  cache: SizeCache,
): Promise<ReadLayer[]> {
  const wanted = new Map(manifest.layers.map(({ entry, diffId }) => [entry, diffId]));
  const read = new Map<string, ReadLayer>();
  for await (const { name, body } of tarEntries(archive as AsyncIterable<Buffer>)) {
    const diffId = wanted.get(name);
    if (diffId === undefined || read.has(diffId)) continue;
    const entries: LayerEntry[] = [];
    const keep = async (entry: Parameters<typeof readEntry>[0]) => void entries.push(await readEntry(entry));
    const known = cache.layers[diffId];
    if (known) await readLayer(body, diffId, keep);
    const size = known ?? (await measureLayer(body, diffId, keep));
    cache.layers[diffId] = size;
    read.set(diffId, { ...size, entries });
  }
  return manifest.layers.map(({ diffId }) => {
    const layer = read.get(diffId);
    if (layer) return layer;
    throw new KitError(`the engine has not all of ${image}: layer ${diffId} is missing`, `docker pull ${image}`);
  });
}

function describe({ name, base, command }: Question, manifest: Manifest, layers: readonly ReadLayer[]): Footprint {
  const tree = new FileTree();
  for (const [at, { entries }] of layers.entries()) tree.add(at, entries);
  const hidden = tree.written.filter((file) => file.hidden !== null);
  const visible = tree.written.filter((file) => file.hidden === null);
  const below = base === undefined || base.size === "scratch" ? [] : base.size.layers;
  const inBase = new Set(below.map(({ diffId }) => diffId));
  const unpacked = sum(layers.map((layer) => layer.unpacked));
  const own = layers.filter((_, at) => !inBase.has(manifest.layers[at]?.diffId ?? ""));
  return {
    name,
    digest: manifest.digest,
    platform: manifest.platform,
    platforms: manifest.platforms,
    attestations: manifest.attestations,
    unpackedBytes: unpacked,
    compressedBytes: manifest.configBytes + sum(layers.map(({ compressed }) => compressed)),
    compressor: COMPRESSOR,
    uniqueOverBaseBytes: base ? sum(own.map((layer) => layer.unpacked)) : null,
    base: base ? { name: base.name, layers: layers.length - own.length, of: below.length } : null,
    visibleBytes: sum(visible.map(({ bytes }) => bytes)),
    hiddenBytes: sum(hidden.map(({ bytes }) => bytes)),
    layers: manifest.layers.map(({ diffId, by }, at) => ({
      digest: diffId,
      bytes: layers[at]?.unpacked ?? 0,
      compressedBytes: layers[at]?.compressed ?? 0,
      hiddenBytes: sum(hidden.filter(({ layer }) => layer === at).map(({ bytes }) => bytes)),
      files: tree.written.filter(({ layer }) => layer === at).length,
      by,
      inBase: inBase.has(diffId),
    })),
    files: largest(visible).map(({ path, bytes, layer }) => ({ path: `/${path}`, bytes, layer: layer + 1 })),
    hidden: largest(hidden).flatMap(({ path, bytes, layer, hidden: by }) =>
      by === null ? [] : [{ path: `/${path}`, bytes, layer: layer + 1, hiddenBy: by.layer + 1, how: by.how }],
    ),
    program: programOf(tree, command ?? commandOf(manifest), manifest.config.Env ?? []),
  };
}

const commandOf = ({ config }: Manifest): string[] => [...(config.Entrypoint ?? []), ...(config.Cmd ?? [])];

/** Largest first, by path where they are equal. */
function largest<T extends { path: string; bytes: number }>(files: readonly T[]): T[] {
  const some = files.filter(({ bytes }) => bytes > 0);
  return some.sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1)).slice(0, MOST_FILES);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
