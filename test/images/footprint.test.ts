import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readFootprint } from "../../scripts/images/footprint.ts";
import { footprintText } from "../../scripts/images/footprint-text.ts";
import { imageJsonSchema, imageReportSchema } from "../../scripts/images/image-report.ts";
import { sizeOf } from "../../scripts/images/image-size.ts";
import { openSizeCache } from "../../scripts/images/size-cache.ts";
import type { Engine } from "../../scripts/model/engine.ts";
import { layerFrom, layerOf, type PlatformImage, platformsArchive } from "./archives.ts";
import { elfFile } from "./elf-file.ts";
import { footprint } from "./footprint-builder.ts";
import { scratchFolder } from "./scratch.ts";

/** An engine with one image, of these platforms. */
async function engineWith(images: PlatformImage[]): Promise<Engine> {
  const archive = await platformsArchive(images);
  const image = async () => ({ id: "sha256:manifest", architecture: "amd64", labels: {} });
  return { image, saveImage: async () => archive() } as unknown as Engine;
}
const newCache = () => openSizeCache(join(scratchFolder(), "layers.json"));

const AMD = { os: "linux", architecture: "amd64" };
const LIBRARY = { kind: "64le-62", interpreter: null, needed: [], soname: "libx.so.1", rpath: [], runpath: [] };

/** A base, and on it a program with a library. The base's file is written again. */
async function programImage(): Promise<PlatformImage> {
  const base = await layerOf("a base");
  const folder = scratchFolder();
  await mkdir(join(folder, "usr", "lib"), { recursive: true });
  await mkdir(join(folder, "app"));
  await writeFile(join(folder, "app", "service"), elfFile({ ...LIBRARY, soname: null, needed: ["libx.so.1"] }));
  await chmod(join(folder, "app", "service"), 0o755);
  await writeFile(join(folder, "usr", "lib", "libx.so.1"), elfFile(LIBRARY));
  await writeFile(join(folder, "file"), "again");
  const history = [
    { created_by: "\u001b[31mbase\u0007" },
    { created_by: "ENV A=b", empty_layer: true },
    { created_by: "COPY /out/ / # buildkit" },
  ];
  return {
    platform: AMD,
    layers: [base, await layerFrom(folder)],
    config: { history, config: { Cmd: ["/app/service"] } },
  };
}

test("an image is told by layers, files, what is hidden, and its program with what it loads", async () => {
  const image = await programImage();
  const [base, top] = image.layers;
  const engine = await engineWith([image]);
  const question = {
    image: "it",
    name: "it",
    base: { name: "base", size: { layers: [{ diffId: base?.diffId ?? "" }] } },
  };
  const found = await readFootprint(engine, question as never, await newCache());
  const [service, library] = [elfFile({ ...LIBRARY, soname: null, needed: ["libx.so.1"] }), elfFile(LIBRARY)];
  assert.equal(found.unpackedBytes, 6 + 5 + service.length + library.length);
  assert.equal(found.visibleBytes, found.unpackedBytes - 6);
  assert.deepEqual([found.hiddenBytes, found.uniqueOverBaseBytes], [6, found.unpackedBytes - 6]);
  assert.deepEqual(found.base, { name: "base", layers: 1, of: 1 });
  assert.deepEqual(
    found.layers.map(({ digest, bytes, hiddenBytes, files, by, inBase }) => [
      digest,
      bytes,
      hiddenBytes,
      files,
      by,
      inBase,
    ]),
    [
      [base?.diffId, 6, 6, 1, "\u001b[31mbase\u0007", true],
      [top?.diffId, found.visibleBytes, 0, 3, "COPY /out/ /", false],
    ],
  );
  assert.deepEqual(found.hidden, [{ path: "/file", bytes: 6, layer: 1, hiddenBy: 2, how: "replaced" }]);
  assert.deepEqual(found.program, {
    ...{ path: "/app/service", bytes: service.length, kind: "dynamic", scripts: [], missing: [] },
    libraries: [{ name: "libx.so.1", path: "/usr/lib/libx.so.1", bytes: library.length }],
    librariesBytes: library.length,
  });
  assert.deepEqual([found.platforms, found.attestations], [["linux/amd64"], 1]);
});

test("sizes are those of the main job, and known ones are taken over", async () => {
  const engine = await engineWith([await programImage()]);
  const cache = await newCache();
  const first = await readFootprint(engine, { image: "it", name: "it" }, cache);
  const size = await sizeOf(engine, "it", await newCache());
  assert.equal(first.unpackedBytes, size.unpacked);
  assert.equal(first.compressedBytes, size.compressed);
  assert.deepEqual(await readFootprint(engine, { image: "it", name: "it" }, cache), first);
  assert.deepEqual([first.base, first.uniqueOverBaseBytes], [null, null]);
});

test("a layer that the engine does not have is told, with the way to get it", async () => {
  const image = await programImage();
  const [base, top] = image.layers;
  if (!base || !top) throw new Error("two layers");
  const other = await layerOf("another");
  // The config names a layer that the manifest's archive has not.
  const engine = await engineWith([
    { ...image, layers: [base], config: { rootfs: { diff_ids: [base.diffId, other.diffId] } } },
  ]);
  const reading = newCache().then((cache) => readFootprint(engine, { image: "it", name: "it" }, cache));
  await assert.rejects(reading, /the engine has not all of it: layer sha256:.* is missing; docker pull it/);
});

test("names, history and paths reach a terminal without escape sequences", () => {
  const evil = "\u001b]0;owned\u0007\u009b31m";
  const text = footprintText([
    footprint({
      name: `a${evil}`,
      base: { name: evil, layers: 1, of: 1 },
      layers: [{ ...footprint().layers[0], by: evil } as never],
      files: [{ path: `/${evil}`, bytes: 1, layer: 1 }],
      hidden: [{ path: `/${evil}`, bytes: 1, layer: 1, hiddenBy: 1, how: "replaced" }],
      program: { ...(footprint().program as never as object), path: evil, missing: [evil], scripts: [evil] } as never,
    }),
  ]);
  assert.doesNotMatch(text.replaceAll("\n", ""), /\p{Cc}/u);
});

test("what is not known is a dash, and what is there is not 0", () => {
  const text = footprintText([footprint({ program: null, compressedBytes: 3, unpackedBytes: 0 })]);
  assert.match(text, /^image {2,}0 {2,}< 0\.001 {2,}– {2,}– {2,}– {2,}0 {2,}1$/m);
  assert.match(text, /starts nothing that was found in it/);
});

test("an image on another version of its base says so", () => {
  const text = footprintText([footprint({ base: { name: "debian", layers: 0, of: 1 }, uniqueOverBaseBytes: 571_648 })]);
  assert.match(text, /has 0 of the 1 layers of debian: it stands on something else/);
});

test("the JSON Schema that is checked in is current (UPDATE_SCHEMAS=1 writes it), and reports fit it", () => {
  const file = new URL("../../schemas/image.schema.json", import.meta.url);
  const current = imageJsonSchema();
  if (process.env.UPDATE_SCHEMAS) writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), JSON.parse(JSON.stringify(current)));
  const report = { schema: 1, images: [footprint()], failures: [], budgets: [], matrix: [] };
  assert.deepEqual(imageReportSchema.parse(report), report);
});
