import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { execa } from "execa";
import { loadTargets } from "../../scripts/articles/targets.ts";
import { resolveBases } from "../../scripts/images/bases.ts";
import { withChoices } from "../../scripts/images/choices.ts";
import { imageReportSchema } from "../../scripts/images/image-report.ts";
import { buildEach } from "../../scripts/images/images.ts";
import { subjectId } from "../../scripts/model/cell.ts";
import { layerOf, platformFiles } from "../images/archives.ts";
import { openRegistry, type Registry } from "../images/registry.ts";
import { bench, ROOT } from "../support/bench.ts";
import { engine, withoutEngine } from "../support/engine.ts";

const skip = withoutEngine;
const [DYNAMIC, STATIC] = ["scriptc-0.0.32", "scriptc-0.0.32-static"];
let results = "";
before(async () => {
  results = await mkdtemp(join(tmpdir(), "rematch-images-"));
});
after(() => rm(results, { recursive: true, force: true }));

const image = (...args: string[]) => bench(["image", ...args], { REMATCH_RESULTS: results });
const report = async (...args: string[]) => {
  const { stdout, stderr, exitCode } = await image(...args, "--json");
  assert.equal(exitCode, 0, stderr);
  return imageReportSchema.parse(JSON.parse(stdout));
};
const ofMatrix = async () =>
  (await execa("docker", ["image", "ls", "--quiet", "--filter", "reference=localhost/rematch/matrix/*/*/*"])).stdout;

/** What the subjects' own builds say of their executables, by readelf. */
async function factsOfBuilds(...targets: string[]) {
  const file = await loadTargets(join(ROOT, "targets.yaml"));
  const progress = { phase() {}, step() {}, note() {}, end() {} };
  const bases = resolveBases(withChoices(ROOT, process.env));
  const builder = { root: ROOT, bases, engine, progress, cache: results, saveLog: async (name: string) => name };
  const subjects = targets.map((target) => ({ id: subjectId(target, "service"), target, app: "service" }));
  return (await buildEach(builder, subjects, file)).map(({ facts }) => facts);
}

test("a subject is told with its base, and its program as readelf sees it", { skip }, async () => {
  const { images } = await report(`${DYNAMIC}/service`, `${STATIC}/service`);
  const facts = await factsOfBuilds(DYNAMIC, STATIC);
  for (const [at, found] of images.entries()) {
    const told = facts[at] ?? {};
    assert.equal(found.program?.path, told["binary.path"]);
    assert.equal(found.program?.bytes, told["binary.bytes"]);
    assert.equal(found.program?.kind === "dynamic", told["binary.dynamic"]);
    const names = found.program?.libraries.map(({ name }) => name) ?? [];
    const asked = String(told["binary.libraries"] ?? "");
    for (const name of asked === "" ? [] : asked.split(", ")) assert.ok(names.includes(name), `${name} in ${names}`);
    assert.deepEqual(found.program?.missing, []);
  }
  const [dynamic, alone] = images;
  assert.equal(dynamic?.base?.layers, dynamic?.base?.of);
  assert.equal(dynamic?.uniqueOverBaseBytes, dynamic?.program?.bytes);
  assert.deepEqual([alone?.base?.of, alone?.uniqueOverBaseBytes], [0, alone?.program?.bytes]);
});

test("every program stands on every base on which it starts, and nothing of that is left behind", {
  skip,
}, async () => {
  const { matrix, images } = await report(`${DYNAMIC}/service`, `${STATIC}/service`, "--matrix");
  const of = (target: string, on: string) => matrix.find((one) => one.subject === `${target}/service` && one.on === on);
  const [dynamic, alone] = images;
  assert.deepEqual(
    [of(DYNAMIC, "scratch")?.starts, of(DYNAMIC, "scratch")?.unpackedBytes, of(STATIC, "scratch")?.starts],
    [false, null, true],
  );
  assert.match(of(DYNAMIC, "scratch")?.because ?? "", /^lacks .*libc\.so\.6/);
  assert.equal(of(STATIC, "scratch")?.unpackedBytes, alone?.program?.bytes);
  const [program = 0, libraries = 0] = [dynamic?.program?.bytes, dynamic?.program?.librariesBytes];
  assert.equal(of(DYNAMIC, "scratch and libraries")?.unpackedBytes, program + libraries);
  assert.equal(of(DYNAMIC, "slim")?.unpackedBytes, dynamic?.unpackedBytes);
  // One base for both: the difference is that of the programs alone.
  for (const on of ["slim", "distroless-like"]) {
    const difference = (of(STATIC, on)?.unpackedBytes ?? 0) - (of(DYNAMIC, on)?.unpackedBytes ?? 0);
    assert.equal(difference, (alone?.program?.bytes ?? 0) - program, on);
  }
  assert.ok((of(DYNAMIC, "distroless-like")?.unpackedBytes ?? 0) < (of(DYNAMIC, "slim")?.unpackedBytes ?? 0));
  assert.equal(await ofMatrix(), "");
  assert.deepEqual(await engine.leftovers(), []);
});

test("a budget that is exceeded is exit code 1 with the layer to blame, one that is not 0", { skip }, async () => {
  const over = await image(`${STATIC}/service`, "--budget", "1MB");
  assert.equal(over.exitCode, 1);
  assert.match(
    over.stdout,
    /over the budget of 1\.00 MB .* by 71\d kB .* in layer 1, made by COPY \/out\/app\/ \/app\//,
  );
  assert.equal((await image(`${STATIC}/service`, "--budget", "1MB", "--budget-of", "compressed")).exitCode, 0);
});

test("an image of a registry is pulled when it is missing; a tag that means another image is told", {
  skip,
}, async (t) => {
  const [amd, arm] = [await layerOf("for amd64"), await layerOf("for arm64, longer")];
  const { files, index } = platformFiles([
    { platform: { os: "linux", architecture: "amd64" }, layers: [amd] },
    { platform: { os: "linux", architecture: "arm64" }, layers: [arm] },
  ]);
  const registry: Registry = await openRegistry(files, index);
  const name = `${registry.host}/rematch/test-pull:1`;
  try {
    const { stdout, stderr, exitCode } = await image(name, "--platform", "linux/arm64", "--json");
    if (/no registry answers/.test(stderr)) return t.skip("SKIPPED: the engine has another loopback than this test");
    assert.equal(exitCode, 0, stderr);
    const [found] = imageReportSchema.parse(JSON.parse(stdout)).images;
    assert.deepEqual([found?.platform, found?.unpackedBytes], ["linux/arm64", "for arm64, longer".length]);
    const moved = await image(`${name}@sha256:${"0".repeat(64)}`);
    assert.equal(moved.exitCode, 2);
    assert.match(moved.stderr, /expected sha256:0000.*, found sha256:.*the tag has moved/);
    const same = await image(`${name}@${found?.digest}`);
    assert.equal(same.exitCode, 0, same.stderr);
  } finally {
    await registry.close();
    await execa("docker", ["image", "rm", name], { reject: false });
  }
});

test("an image that cannot be had is exit code 3, and the others are told", { skip }, async () => {
  const { exitCode, stdout, stderr } = await image("127.0.0.1:1/none", `${STATIC}/service`);
  assert.equal(exitCode, 3);
  assert.match(stderr, /127\.0\.0\.1:1\/none: the engine has no image .* cannot be pulled: no registry answers/);
  assert.match(stdout, /^scriptc-0\.0\.32-static\/service {2,}1\.71/m);
});
