import assert from "node:assert/strict";
import { createWriteStream } from "node:fs";
import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { after, before, test } from "node:test";
import { execa } from "execa";
import { readFootprint } from "../../scripts/images/footprint.ts";
import { openSizeCache } from "../../scripts/images/size-cache.ts";
import type { Engine } from "../../scripts/model/engine.ts";
import { layerFrom, layerOf, platformsArchive } from "./archives.ts";
import { buildText, engine, machineBases, noEngine, removeImages } from "./engine.ts";
import { type NestedEngine, startNestedEngine } from "./nested-engine.ts";
import { scratchFolder } from "./scratch.ts";

// On demand: it starts a second engine, which needs root, dockerd, and a machine that is not somebody's only one.
const WANTED = "REMATCH_NESTED_ENGINE";
const skip =
  noEngine ||
  (process.env[WANTED]
    ? false
    : `SKIPPED: set ${WANTED}=1 (root, dockerd, unshare) to compare with containerd's store`);
if (typeof skip === "string") process.stderr.write(`\n${skip}\n`);

const PREFIX = "localhost/rematch/test-store";
const [SCRATCH, SLIM, MANY] = [`${PREFIX}/scratch`, `${PREFIX}/slim`, `${PREFIX}/many`] as const;
const IMAGES = [SCRATCH, SLIM, MANY];
let nested: NestedEngine;

before(async () => {
  if (skip) return;
  nested = await startNestedEngine();
  const base = (await machineBases()).bookworm.name;
  const context = scratchFolder();
  await writeFile(join(context, "file"), "z".repeat(123_456));
  await buildText(SCRATCH, "FROM scratch\nCOPY file /app/file\n", context);
  await buildText(SLIM, `FROM ${base}\nCOPY file /app/file\nCMD ["perl"]\n`, context);
  const steps = [
    "mkdir /a && head -c 1000000 /dev/urandom > /a/random && ln /a/random /a/again && truncate -s 3000000 /a/hole",
    "rm -rf /a && mkdir /a && echo end > /a/end && rm /etc/debian_version",
  ];
  await buildText(MANY, [`FROM ${base}`, ...steps.map((step) => `RUN ${step}`), ""].join("\n"), context);
  await execa("sh", ["-c", `docker save ${IMAGES.join(" ")} | DOCKER_HOST=${nested.host} docker load`]);
});
after(async () => {
  if (skip) return;
  await nested?.stop();
  await removeImages(...IMAGES);
});

const read = async (from: Engine, image: string, platform?: string) =>
  readFootprint(from, { image, name: image, platform }, await openSizeCache(join(scratchFolder(), "layers.json")));

for (const image of IMAGES) {
  test(`${image} is the same image in both stores, in every number`, { skip }, async () => {
    const [here, there] = [await read(engine, image), await read(nested.engine, image)];
    assert.ok(here.unpackedBytes > 100_000);
    assert.deepEqual(there, here);
  });
}

test("an image built for two platforms, with attestations, is counted a platform at a time", { skip }, async () => {
  const context = scratchFolder();
  await writeFile(join(context, "amd64"), "x".repeat(1000));
  await writeFile(join(context, "arm64"), "x".repeat(2500));
  await writeFile(join(context, "Dockerfile"), "FROM scratch\nARG TARGETARCH\nCOPY $TARGETARCH /file\n");
  const name = `${PREFIX}/platforms`;
  const platforms = "linux/amd64,linux/arm64";
  await nested.docker(
    "buildx",
    "build",
    "--provenance=true",
    "--platform",
    platforms,
    "--load",
    "--tag",
    name,
    context,
  );
  const sizes = async (platform?: string) => {
    const found = await read(nested.engine, name, platform);
    assert.deepEqual([found.platforms, found.attestations], [["linux/amd64", "linux/arm64"], 2]);
    return found.unpackedBytes;
  };
  assert.deepEqual([await sizes("linux/amd64"), await sizes("linux/arm64")], [1000, 2500]);
  const own = await nested.docker("version", "--format", "{{.Server.Arch}}");
  assert.equal(await sizes(), own === "arm64" ? 2500 : 1000);
  await assert.rejects(read(nested.engine, name, "linux/s390x"), /found linux\/amd64 and linux\/arm64/);
});

test("a layer whose tar leaves holes out counts with them, as the store keeps it", { skip }, async () => {
  const folder = scratchFolder();
  await writeFile(join(folder, "data"), "d".repeat(20_000));
  await truncate(join(folder, "data"), 5_000_000);
  const sparse = await layerFrom(folder, ["--format=posix", "--sparse"]);
  assert.ok(sparse.tar.length < 100_000);
  const archive = await platformsArchive([
    { platform: { os: "linux", architecture: "amd64" }, layers: [sparse] },
    { platform: { os: "linux", architecture: "arm64" }, layers: [await layerOf("other")], absent: true },
  ]);
  const file = join(scratchFolder(), "image.tar");
  await pipeline(archive(), createWriteStream(file));
  const stdout = await nested.docker("load", "--input", file);
  const id = /sha256:[0-9a-f]{64}/.exec(stdout)?.[0] ?? stdout;
  const found = await read(nested.engine, id, "linux/amd64");
  assert.deepEqual([found.unpackedBytes, found.platforms], [5_000_000, ["linux/amd64", "linux/arm64"]]);
});
