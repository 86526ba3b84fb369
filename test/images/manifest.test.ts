import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { madeBy } from "../../scripts/images/history.ts";
import { readManifest, type Wanted } from "../../scripts/images/manifest.ts";
import { InputError } from "../../scripts/model/errors.ts";
import { type Layer, layerOf, ociArchive, oldArchive, platformsArchive } from "./archives.ts";

const AMD = { os: "linux", architecture: "amd64" };
const ARM = { os: "linux", architecture: "arm64", variant: "v8" };

async function twoPlatforms(absent = false) {
  const [amd, arm] = [await layerOf("for amd64"), await layerOf("for arm64, longer")];
  const archive = await platformsArchive([
    { platform: AMD, layers: [amd] },
    { platform: ARM, layers: [arm], absent },
  ]);
  const layerFor = async (wanted: Wanted) =>
    (await readManifest(archive(), "it", wanted)).layers.map((one) => one.diffId);
  return { amd, arm, archive, layerFor };
}

test("of several platforms the engine's own is read, or the one asked for; attestations are none", async () => {
  const { amd, arm, archive, layerFor } = await twoPlatforms();
  assert.deepEqual(await layerFor({ architecture: "amd64" }), [amd.diffId]);
  assert.deepEqual(await layerFor({ architecture: "arm64" }), [arm.diffId]);
  assert.deepEqual(await layerFor({ architecture: "amd64", platform: "linux/arm64" }), [arm.diffId]);
  assert.deepEqual(await layerFor({ platform: "linux/arm64/v8" }), [arm.diffId]);
  const { platform, platforms, attestations } = await readManifest(archive(), "it", { architecture: "arm64" });
  assert.deepEqual([platform, platforms, attestations], ["linux/arm64/v8", ["linux/amd64", "linux/arm64/v8"], 2]);
});

test("a platform of which the engine has only the name is told apart from one that does not exist", async () => {
  const { amd, layerFor, archive } = await twoPlatforms(true);
  assert.deepEqual(await layerFor({ architecture: "riscv64" }), [amd.diffId], "the only one that is there");
  const { platforms } = await readManifest(archive(), "it");
  assert.deepEqual(platforms, ["linux/amd64", "linux/arm64/v8"]);
  await assert.rejects(layerFor({ platform: "linux/arm64" }), (error: Error) => {
    assert.ok(error instanceof InputError);
    assert.match(error.message, /it: expected an image for linux\/arm64, found linux\/amd64; .*docker pull --platform/);
    return true;
  });
  await assert.rejects(layerFor({ platform: "linux/s390x" }), /found linux\/amd64; name one of these with --platform/);
});

test("several platforms of which none is the engine's need a choice", async () => {
  const { layerFor } = await twoPlatforms();
  await assert.rejects(layerFor({ architecture: "s390x" }), /found linux\/amd64 and linux\/arm64\/v8; name one/);
});

test("an image's identity is the digest of its config, in every layout", async () => {
  const layer: Layer = await layerOf("x");
  const text = JSON.stringify({ architecture: "amd64", rootfs: { diff_ids: [layer.diffId] } });
  const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  for (const archive of [await ociArchive([layer]), await ociArchive([layer], true), await oldArchive([layer])]) {
    const manifest = await readManifest(archive(), "it");
    assert.equal(manifest.digest, digest);
    assert.equal(manifest.configBytes, text.length);
    assert.equal(manifest.platform, "linux/amd64");
  }
});

test("every layer is told what made it, as far as the history fits the layers", () => {
  const history = [
    { comment: "Imported from -" },
    { created_by: "ARG APP", empty_layer: true },
    { created_by: "COPY /out/ /app/ # buildkit" },
    { created_by: "/bin/sh -c #(nop) COPY file:abc in /x " },
    { created_by: "RUN /bin/sh -c make # buildkit" },
    {},
  ];
  assert.deepEqual(madeBy(history, 5), [
    ...["Imported from -", "COPY /out/ /app/", "COPY file:abc in /x", "RUN /bin/sh -c make"],
    null,
  ]);
  assert.deepEqual(madeBy(history, 4), [null, null, null, null]);
  assert.deepEqual(madeBy([], 1), [null]);
});
