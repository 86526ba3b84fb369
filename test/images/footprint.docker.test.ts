import assert from "node:assert/strict";
import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { execa } from "execa";
import { readFootprint } from "../../scripts/images/footprint.ts";
import { sizeOf } from "../../scripts/images/image-size.ts";
import { openSizeCache, type SizeCache } from "../../scripts/images/size-cache.ts";
import { layerFiles, listedBytes } from "./archives.ts";
import { buildText, engine, machineBases, noEngine, removeImages } from "./engine.ts";
import { scratchFolder } from "./scratch.ts";

const PREFIX = "localhost/rematch/test-footprint";
const [SCRATCH, SLIM, MANY, SPARSE] = ["scratch", "slim", "many", "sparse"].map((name) => `${PREFIX}/${name}`) as [
  ...[string, string, string, string],
];

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
    "mkdir -p /a/deep && head -c 1000000 /dev/urandom > /a/random && ln /a/random /a/again && ln /a/random /kept",
    "rm /a/random && truncate -s 3000000 /a/hole && head -c 50000 /dev/zero > /a/deep/zeros",
    // A folder made anew (opaque), a file written again, one whose mode alone changes, one that is deleted.
    "rm -rf /a && mkdir /a && echo end > /a/end && head -c 7000 /dev/zero > /written",
    "echo again > /written && head -c 9000 /dev/zero > /mode && head -c 400 /dev/zero > /gone",
    "chmod 700 /mode && rm /gone",
  ];
  await buildText(MANY, [`FROM ${base}`, ...steps.map((step) => `RUN ${step}`), ""].join("\n"), context);
  await writeFile(join(context, "data"), "d".repeat(20_000));
  await truncate(join(context, "data"), 5_000_000);
  await buildText(SPARSE, "FROM scratch\nCOPY data /data\n", context);
});
after(async () => {
  if (!skip) await removeImages(SCRATCH, SLIM, MANY, SPARSE);
});

/** Bytes of all layers as tar lists them, from what `docker save` writes. */
async function written(image: string): Promise<number> {
  const folder = scratchFolder();
  await execa("sh", ["-c", 'docker save "$0" | tar -x -C "$1"', image, folder]);
  let sum = 0;
  for (const file of await layerFiles(folder)) sum += await listedBytes(file);
  return sum;
}

/** Bytes that the engine itself puts together for a container, by `docker export` and tar's listing. */
async function seen(image: string): Promise<number> {
  const file = join(scratchFolder(), "root.tar");
  const { stdout: id } = await execa("docker", ["create", "--network", "none", image, "/nothing"]);
  try {
    await execa("docker", ["export", "--output", file, id]);
  } finally {
    await execa("docker", ["rm", id]);
  }
  return listedBytes(file);
}

for (const image of [SCRATCH, SLIM, MANY, SPARSE]) {
  test(`${image}: what is written and what a container sees are as tar counts them`, { skip }, async () => {
    const found = await readFootprint(engine, { image, name: image }, cache);
    assert.equal(found.unpackedBytes, await written(image));
    assert.equal(found.visibleBytes, await seen(image));
    assert.equal(found.visibleBytes + found.hiddenBytes, found.unpackedBytes);
    assert.equal(found.compressedBytes, (await sizeOf(engine, image, cache)).compressed);
  });
}

test("bytes that later layers hide are told with the layer that hides them", { skip }, async () => {
  const found = await readFootprint(engine, { image: MANY, name: MANY }, cache);
  const first = found.layers.length - 4;
  const own = found.hidden.filter(({ layer }) => layer >= first);
  assert.deepEqual(
    own.map(({ path, bytes, layer, hiddenBy, how }) => [path, bytes, layer - first, hiddenBy - first, how]),
    [
      // /kept is the same contents as /a/random, so those are not among them.
      ["/a/hole", 3_000_000, 1, 2, "emptied"],
      ["/a/deep/zeros", 50_000, 1, 2, "emptied"],
      ["/mode", 9000, 3, 4, "replaced"],
      ["/written", 7000, 2, 3, "replaced"],
      ["/gone", 400, 3, 4, "deleted"],
    ],
  );
  assert.deepEqual(
    found.layers.slice(first - 1).map(({ bytes, hiddenBytes }) => [bytes, hiddenBytes]),
    [
      [1_000_000, 0],
      [3_050_000, 3_050_000],
      [7004, 7000],
      [9406, 9400],
      [9000, 0],
    ],
  );
  assert.match(found.layers.at(-1)?.by ?? "", /chmod 700/);
});

test("a sparse file counts with its holes", { skip }, async () => {
  const found = await readFootprint(engine, { image: SPARSE, name: SPARSE }, cache);
  assert.deepEqual([found.unpackedBytes, found.files], [5_000_000, [{ path: "/data", bytes: 5_000_000, layer: 1 }]]);
});
