import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { execa } from "execa";
import type { Builder } from "../../scripts/images/builder.ts";
import { buildSubjects } from "../../scripts/images/images.ts";
import { buildSubject, imageName } from "../../scripts/images/subject.ts";
import { type Target, targetSchema } from "../../scripts/model/target.ts";
import { engine, machineBases, noEngine, removeImages } from "./engine.ts";
import { scratchFolder } from "./scratch.ts";

const skip = noEngine;
const NAME = "test-family";
/** A compiler that takes programs whose first line is "good", and waits when told to. */
const DOCKERFILE = `ARG BASE
FROM \${BASE} AS build
ARG APP
ARG WAIT=0
COPY apps/\${APP}/ /src/
RUN sleep $WAIT; if ! grep -q '^good' /src/service.ts; then echo "service.ts:1:1 - error SC1090: not good"; exit 3; fi; \\
 mkdir /out && cp /src/service.ts /out/
FROM build AS inspect
RUN echo '{"toolchain":{"fake":"1.2"},"build":{"seconds":1.5},"binary":{"bytes":5,"libraries":["a","b"]}}' > /facts.json
FROM scratch AS facts
COPY --from=inspect /facts.json /
FROM scratch AS app
ARG TARGET
ARG APP
COPY --from=build /out/ /app/
LABEL rematch.target=\${TARGET} rematch.app=\${APP}
`;

const target = (changes: object = {}): Target =>
  targetSchema.parse({
    ...{ about: "", runtime: "fake", version: "1", dockerfile: "Dockerfile.fake", stage: "app", args: {} },
    ...{ base: "scratch", command: ["/app/service.ts"], ...changes },
  });

const logs = new Map<string, string>();
const notes: string[] = [];
let builder: Builder;
let architecture = "";

before(async () => {
  if (skip) return;
  const root = scratchFolder();
  for (const [app, text] of Object.entries({ good: "good\n", bad: "bad\n" })) {
    await mkdir(join(root, "apps", app), { recursive: true });
    await writeFile(join(root, "apps", app, "service.ts"), text);
  }
  await writeFile(join(root, "Dockerfile.fake"), DOCKERFILE);
  architecture = (await execa("docker", ["version", "--format", "{{.Server.Arch}}"])).stdout;
  builder = {
    ...{ root, bases: await machineBases(), engine, cache: join(root, "cache") },
    saveLog: async (name, text) => {
      logs.set(name, text);
      return `logs/${name}`;
    },
    progress: { phase() {}, step() {}, end() {}, note: (text) => notes.push(text) },
  };
});
after(async () => {
  if (!skip) await removeImages(imageName(NAME, "good"));
});

const build = (app: string, changes: object = {}, on: Partial<Builder> = {}) =>
  buildSubject({ ...builder, ...on }, { target: NAME, app }, target(changes), architecture);

test("a program that compiles gives an image with content labels, its facts and its whole log", { skip }, async () => {
  const { info, facts } = await build("good");
  assert.equal(info.status, "built");
  assert.equal(info.digest, (await engine.image(imageName(NAME, "good")))?.id);
  assert.deepEqual(info.base, { name: "scratch", source: "scratch" });
  assert.deepEqual(info.build, { seconds: 1.5, toolchain: { fake: "1.2" } });
  assert.equal(facts.compiles, true);
  assert.equal(facts["binary.libraries"], "a, b");
  assert.equal(facts["app.dependencies"], 0);
  const labels = await execa("docker", ["image", "inspect", "-f", "{{json .Config.Labels}}", info.image ?? ""]);
  assert.deepEqual(JSON.parse(labels.stdout), { "rematch.target": NAME, "rematch.app": "good" });
  assert.match(logs.get(`build ${NAME}/good`) ?? "", /^\$ docker buildx build .*--target app[\s\S]*--target facts/);
});

test("equal input gives an equal image", { skip }, async () => {
  const [one, two] = [await build("good"), await build("good")];
  assert.equal(one.info.digest, two.info.digest);
});

test("a program that does not compile is build-failed", { skip }, async () => {
  const { info, facts } = await build("bad");
  assert.equal(info.status, "build-failed");
  assert.equal(info.image, null);
  const lines = ["service.ts:1:1 - error SC1090: not good"];
  assert.deepEqual(info.failure, { tool: "fake", exitCode: 3, lines, log: `logs/build ${NAME}/bad` });
  assert.equal(facts.compiles, false);
  assert.equal(facts["failure.codes"], "SC1090");
  assert.equal((await engine.image(imageName(NAME, "bad"))) === null, true);
});

test("what is missing or cannot be reached is unavailable, in plain words, without facts", {
  skip,
}, async () => {
  const gone = { name: "localhost/rematch/base/no-such-suite", source: "user" as const };
  const bases = { ...builder.bases, bookworm: gone };
  for (const [one, reason] of [
    [await build("good", { dockerfile: "Dockerfile.none" }), /^Dockerfile\.none is missing$/],
    [await build("none"), /^apps\/none is missing$/],
    [await build("good", { stage: "slim" }), /^the Dockerfile has no stage "slim"$/],
    [await build("good", {}, { bases }), /^the image localhost\/rematch\/base\/no-such-suite:latest cannot be had: /],
  ] as const) {
    assert.equal(one.info.status, "unavailable");
    assert.match(one.info.failure?.lines[0] ?? "", reason);
    assert.deepEqual(one.facts, {});
  }
});

test("an image for another architecture is refused", { skip }, async () => {
  const { info } = await buildSubject(builder, { target: NAME, app: "good" }, target(), "riscv64");
  assert.equal(info.status, "unavailable");
  assert.match(info.failure?.lines[0] ?? "", /this machine is riscv64/);
});

/** Of all processes here; one that ends meanwhile is left out. */
async function commandLines(): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const read = (pid: string) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return (await Promise.all(pids.map(read))).map((text) => text.replaceAll("\0", " "));
}

test("an abort ends the build at once and leaves no process", { skip }, async () => {
  // Another length each time: a build that once came to its end would be answered from the cache.
  const wait = `120.${Date.now()}`;
  const controller = new AbortController();
  const began = performance.now();
  setTimeout(() => controller.abort(new Error("stopped by the user")), 1500);
  const endless = build("good", { args: { WAIT: wait } }, { signal: controller.signal });
  await assert.rejects(endless, /stopped by the user/);
  assert.ok(performance.now() - began < 120_000, "the build was not waited for");
  assert.deepEqual(
    (await commandLines()).filter((line) => line.includes("buildx build") && line.includes(`WAIT=${wait}`)),
    [],
  );
  await assert.rejects(build("good", {}, { signal: controller.signal }), /stopped by the user/);
});

test("one that fails does not keep the others from being built, and all are counted", { skip }, async () => {
  const names = ["bad", "good", "none"];
  const subjects = names.map((app) => ({ id: `${NAME}/${app}`, target: NAME, app }));
  const targets = { targets: { [NAME]: target() }, apps: {}, programs: {} };
  const built = await buildSubjects(builder, { subjects, arms: [], cells: [] }, targets);
  assert.deepEqual(
    built.subjects.map(({ status }) => status),
    ["build-failed", "built", "unavailable"],
  );
  const cells = built.samples.map((sample) => sample.kind === "sample" && sample.cell);
  assert.deepEqual(cells, [`${NAME}/bad facts`, `${NAME}/good image`, `${NAME}/good facts`]);
  const image = built.samples.find((sample) => sample.kind === "sample" && sample.measure === "image");
  assert.ok(image?.kind === "sample" && image.values["image-unpacked"] === 5);
  assert.ok(notes.some((note) => note.startsWith(`unavailable: ${NAME}/none: apps/none is missing`)));
});

test("an image that cannot be counted ends nothing: its sizes are missing, with the reason", { skip }, async () => {
  const subjects = [{ id: `${NAME}/good`, target: NAME, app: "good" }];
  const plan = { subjects, arms: [], cells: [] };
  const targets = { targets: { [NAME]: target() }, apps: {}, programs: {} };
  // A new cache, or the sizes would be known.
  const on = (changes: Partial<Builder>) =>
    buildSubjects({ ...builder, cache: scratchFolder(), ...changes }, plan, targets);
  const saveImage = () => Promise.reject(new Error("the engine's disk is full"));
  const broken = await on({ engine: { ...engine, saveImage } });
  assert.equal(broken.subjects[0]?.status, "built");
  const told = broken.samples.map((record) =>
    record.kind === "event" ? record.detail.message : [record.measure, Object.keys(record.values)],
  );
  assert.deepEqual(told, [["image", ["binary", "build-time"]], "image size: the engine's disk is full", ["facts", []]]);
  // A cache that cannot be written costs nothing but time.
  const kept = await on({ cache: join(builder.root, "Dockerfile.fake") });
  const image = kept.samples.find((record) => record.kind === "sample" && record.measure === "image");
  assert.ok(image?.kind === "sample" && image.values["image-unpacked"] === 5);
});
