import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { execa } from "execa";
import { sizeOf, uniqueOver } from "../../scripts/images/image-size.ts";
import { openSizeCache, type SizeCache } from "../../scripts/images/size-cache.ts";
import { layerFiles, listedBytes } from "./archives.ts";
import { buildText, engine, machineBases, noEngine, removeImages } from "./engine.ts";
import { scratchFolder } from "./scratch.ts";

const PREFIX = "localhost/rematch/test-sizes";
const [SCRATCH, SLIM, MANY] = [`${PREFIX}/scratch`, `${PREFIX}/slim`, `${PREFIX}/many`] as const;

/** Sizes of `docker save`, unpacked and counted by tar and gzip. */
async function independent(image: string): Promise<{ unpacked: number; compressed: number }> {
  const folder = scratchFolder();
  await execa("sh", ["-c", 'docker save "$0" | tar -x -C "$1"', image, folder]);
  let unpacked = 0;
  let compressed = 0;
  for (const file of await layerFiles(folder)) {
    unpacked += await listedBytes(file);
    compressed += Number((await execa("sh", ["-c", 'gzip -6 -c "$0" | wc -c', file])).stdout);
  }
  return { unpacked, compressed };
}

const skip = noEngine;
let cache: SizeCache;
let base = "";

before(async () => {
  if (skip) return;
  cache = await openSizeCache(join(scratchFolder(), "layers.json"));
  base = (await machineBases()).bookworm.name;
  const context = scratchFolder();
  await writeFile(join(context, "file"), "z".repeat(123_456));
  await buildText(SCRATCH, "FROM scratch\nCOPY file /app/file\n", context);
  await buildText(SLIM, `FROM ${base}\nCOPY file /app/file\n`, context);
  const steps = [
    "mkdir /a && head -c 1000000 /dev/urandom > /a/random && ln /a/random /a/again && ln -s random /a/link",
    "rm /a/random && truncate -s 3000000 /a/hole",
    "rm -rf /a && mkdir /a && echo end > /a/end",
  ];
  await buildText(MANY, [`FROM ${base}`, ...steps.map((step) => `RUN ${step}`), ""].join("\n"), context);
});
after(async () => {
  if (!skip) await removeImages(SCRATCH, SLIM, MANY);
});

for (const [image, layers] of [
  [SCRATCH, 1],
  [SLIM, 2],
  [MANY, 4],
] as const) {
  test(`${image} is as large as what docker save writes, counted by tar and gzip`, { skip }, async () => {
    const size = await sizeOf(engine, image, cache);
    const counted = await independent(image);
    assert.ok(size.layers.length >= layers);
    assert.equal(size.unpacked, counted.unpacked);
    const off = Math.abs(size.compressed / counted.compressed - 1);
    assert.ok(off < 0.05 || size.compressed - counted.compressed < 2000, `compressed differs by ${off * 100} %`);
  });
}

test("only what stands on the base is unique", { skip }, async () => {
  const { bookworm } = await machineBases();
  const bare = `${PREFIX}/base`;
  await buildText(bare, `FROM ${bookworm.name}\n`, scratchFolder());
  const [onto, slim] = [await sizeOf(engine, bare, cache), await sizeOf(engine, SLIM, cache)];
  await removeImages(bare);
  assert.equal(uniqueOver(slim, onto), 123_456);
  if (bookworm.source === "local") assert.ok(Math.abs(onto.unpacked / 74e6 - 1) < 0.05, `base: ${onto.unpacked} bytes`);
});

test("a layer hidden by a later one counts all the same", { skip }, async () => {
  const [slim, many] = [await sizeOf(engine, SLIM, cache), await sizeOf(engine, MANY, cache)];
  const onBase = many.unpacked - (slim.unpacked - 123_456);
  assert.ok(onBase >= 1_000_000 + 3_000_000 + 4, `${onBase} bytes`);
});
