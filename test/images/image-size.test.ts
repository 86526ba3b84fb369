import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import zlib, { gzipSync } from "node:zlib";
import { sizeOf, uniqueOver } from "../../scripts/images/image-size.ts";
import { COMPRESSOR, measureLayer } from "../../scripts/images/layer.ts";
import { openSizeCache } from "../../scripts/images/size-cache.ts";
import type { Engine } from "../../scripts/model/engine.ts";
import { KitError } from "../../scripts/model/errors.ts";
import { awkwardLayer, type Layer, layerOf, listedBytes, ociArchive, oldArchive } from "./archives.ts";
import { scratchFolder } from "./scratch.ts";

/** An engine that has these images and counts how often they are saved. */
function engineWith(images: Record<string, () => NodeJS.ReadableStream>): { engine: Engine; saves: () => number } {
  let saves = 0;
  const image = async (name: string) => (images[name] ? { id: `id-${name}`, architecture: "amd64", labels: {} } : null);
  const saveImage = async (name: string) => {
    saves++;
    return images[name]?.() ?? Readable.from([]);
  };
  return { engine: { image, saveImage } as unknown as Engine, saves: () => saves };
}

const cacheFile = async () => join(scratchFolder(), "deep", "layers.json");

test("a layer's files are counted as tar lists them: links and whiteouts add nothing, holes their length", async () => {
  const layer = await awkwardLayer();
  const file = join(scratchFolder(), "layer.tar");
  await writeFile(file, layer.tar);
  const { unpacked, compressed } = await measureLayer(Readable.from([layer.tar]), layer.diffId);
  assert.equal(unpacked, layer.files);
  assert.equal(unpacked, await listedBytes(file));
  assert.ok(compressed > 100 && compressed < layer.tar.length);
});

test("a layer may come in any pieces, and torn or wrong ones are told", async () => {
  const { tar, diffId, files } = await awkwardLayer();
  const pieces = Array.from({ length: Math.ceil(tar.length / 700) }, (_, at) => tar.subarray(at * 700, at * 700 + 700));
  const whole = await measureLayer(Readable.from([tar]), diffId);
  assert.deepEqual(await measureLayer(Readable.from(pieces), diffId), whole);
  assert.equal(whole.unpacked, files);
  await assert.rejects(measureLayer(Readable.from([tar]), `sha256:${"0".repeat(64)}`), /has the contents of/);
  await assert.rejects(measureLayer(Readable.from([tar.subarray(0, 2000)]), diffId));
});

test("a packed layer is told by its first bytes, however few come at once", async () => {
  const { tar, diffId, files } = await awkwardLayer();
  const bytes = Array.from(gzipSync(tar), (byte) => Buffer.from([byte]));
  assert.equal((await measureLayer(Readable.from(bytes), diffId)).unpacked, files);
  await assert.rejects(measureLayer(Readable.from([gzipSync(tar).subarray(0, 300)]), diffId), /unexpected end of file/);
});

const { zstdCompressSync } = zlib as { zstdCompressSync?: (data: Buffer) => Buffer };

test("a layer packed by zstd is counted where Node unpacks it", {
  skip: !zstdCompressSync && "this Node has no zstd",
}, async () => {
  const { tar, diffId, files } = await awkwardLayer();
  const packed = zstdCompressSync?.(tar) ?? assert.fail("skipped without it");
  assert.deepEqual(
    await measureLayer(Readable.from([packed]), diffId),
    await measureLayer(Readable.from([tar]), diffId),
  );
  assert.equal((await measureLayer(Readable.from([packed]), diffId)).unpacked, files);
  await assert.rejects(measureLayer(Readable.from([packed.subarray(0, packed.length - 20)]), diffId));
});

test("elsewhere the Node that would do it is named", {
  skip: Boolean(zstdCompressSync) && "this Node has it",
}, async () => {
  const start = Buffer.from("28b52ffd00000000", "hex");
  await assert.rejects(measureLayer(Readable.from([start]), "sha256:x"), (error) => {
    assert.ok(error instanceof KitError);
    assert.match(error.what, /packed by zstd, which Node \d+\.\d+\.\d+ cannot unpack/);
    assert.match(error.next, /Node 22\.15/);
    return true;
  });
});

async function sizesIn(archive: () => NodeJS.ReadableStream): Promise<number[]> {
  const { engine } = engineWith({ it: archive });
  const { layers } = await sizeOf(engine, "it", await openSizeCache(await cacheFile()));
  return layers.map(({ unpacked }) => unpacked);
}

test("every layout of an archive gives the same sizes, equal layers and compressed ones included", async () => {
  const [awkward, text] = [await awkwardLayer(), await layerOf("some text")];
  const layers: Layer[] = [awkward, text, awkward];
  const expected = layers.map(({ files }) => files);
  assert.deepEqual(await sizesIn(await ociArchive([awkward, text])), expected.slice(0, 2));
  assert.deepEqual(await sizesIn(await ociArchive([awkward, text], true)), expected.slice(0, 2));
  assert.deepEqual(await sizesIn(await oldArchive(layers)), expected);
});

test("known images are not saved again, and a base's layers are counted once", async () => {
  const [base, top] = [await awkwardLayer(), await layerOf("app")];
  const { engine, saves } = engineWith({ base: await ociArchive([base]), app: await ociArchive([base, top]) });
  const file = await cacheFile();
  const first = await sizeOf(engine, "app", await openSizeCache(file));
  assert.equal(saves(), 2);
  const onBase = await sizeOf(engine, "base", await openSizeCache(file));
  assert.equal(saves(), 3, "the base's only layer is known, so its archive is read for its manifest alone");
  assert.deepEqual(await sizeOf(engine, "app", await openSizeCache(file)), first);
  assert.equal(saves(), 3);
  assert.equal(first.unpacked, base.files + top.files);
  assert.equal(uniqueOver(first, onBase), top.files);
  assert.equal(uniqueOver(first, null), first.unpacked);
  assert.ok(
    first.compressed > (first.layers[0]?.compressed ?? 0) + (first.layers[1]?.compressed ?? 0),
    "with its config",
  );
});

test("a cache that is torn, or of another compressor, counts as empty", async () => {
  const file = await cacheFile();
  const { engine } = engineWith({ it: await ociArchive([await layerOf("x")]) });
  const fresh = await openSizeCache(file);
  await sizeOf(engine, "it", fresh);
  const text = await readFile(file, "utf8");
  assert.equal(Object.keys((await openSizeCache(file)).layers).length, 1);
  for (const spoilt of [text.slice(0, 40), text.replace(COMPRESSOR, "gzip -9"), "{}", "null"]) {
    await writeFile(file, spoilt);
    assert.deepEqual((await openSizeCache(file)).layers, {});
  }
});

test("an image the engine lacks is said to be missing", async () => {
  const { engine } = engineWith({});
  await assert.rejects(sizeOf(engine, "gone", await openSizeCache(await cacheFile())), /no image gone/);
});
