import assert from "node:assert/strict";
import { test } from "node:test";
import { versionIn } from "../../scripts/images/helpers.ts";
import type { ImageSize } from "../../scripts/images/image-size.ts";
import { samplesOf } from "../../scripts/images/samples.ts";
import type { BuiltSubject } from "../../scripts/images/subject.ts";
import { makeArm, makeCell } from "../../scripts/model/cell.ts";
import { recordSchema } from "../../scripts/model/record.ts";

const layer = (name: string, bytes: number) => ({ diffId: name, unpacked: bytes, compressed: bytes / 2 });
const base: ImageSize = { digest: "sha256:b", unpacked: 70, compressed: 36, layers: [layer("base", 70)] };
const size: ImageSize = { ...base, unpacked: 75, compressed: 40, layers: [layer("base", 70), layer("app", 5)] };
const subject = { id: "t/a", target: "t", app: "a", base: { name: "base", source: "local" as const } };
const built: BuiltSubject = {
  info: {
    ...subject,
    status: "built",
    image: "i",
    digest: "sha256:d",
    build: { seconds: 2, toolchain: {} },
    failure: null,
  },
  facts: { compiles: true, "binary.bytes": 5, "build.seconds": 2 },
};
const empty = { arms: [], cells: [] };

test("an image gives sizes and facts, taken once, as records that the schema takes", () => {
  const samples = samplesOf(built, { image: size, base, trouble: null }, empty);
  for (const sample of samples) recordSchema.parse({ seq: 1, at: "", ...sample });
  assert.deepEqual(
    samples.map((sample) => sample.kind === "sample" && [sample.cell, sample.values]),
    [
      ["t/a image", { "image-unpacked": 75, "image-compressed": 40, "image-unique": 5, binary: 5, "build-time": 2 }],
      ["t/a facts", {}],
    ],
  );
});

test("what compiles nothing has no build time", () => {
  const [image] = samplesOf(
    { ...built, facts: { compiles: true, "build.seconds": 0 } },
    { image: size, base, trouble: null },
    empty,
  );
  assert.ok(image?.kind === "sample" && !("build-time" in image.values) && !("binary" in image.values));
});

test("arms of the plan with cells of these kinds get the same values under their own names", () => {
  const quota = makeArm("t", "a", { cpu: "quota" });
  const other = makeArm("t", "b");
  const cells = [
    makeCell(quota, { kind: "image" }),
    makeCell(quota, { kind: "cold-start" }),
    makeCell(other, { kind: "image" }),
  ];
  const samples = samplesOf(built, { image: size, base, trouble: null }, { arms: [quota, other], cells });
  assert.deepEqual(
    samples.map((sample) => sample.kind === "sample" && `${sample.arm} | ${sample.cell}`),
    ["t/a | t/a image", "t/a+cpu=quota | t/a+cpu=quota image", "t/a | t/a facts"],
  );
});

test("a rejected program has facts and no sizes, an unavailable one has neither", () => {
  const failure = { tool: "scriptc", exitCode: 1, lines: ["SC1090"], log: "logs/x.txt" };
  const absent = { ...subject, image: null, digest: null, build: null, failure };
  const rejected = samplesOf(
    { info: { ...absent, status: "build-failed" }, facts: { compiles: false } },
    { image: null, base: null, trouble: null },
    empty,
  );
  assert.deepEqual(
    rejected.map((sample) => sample.kind === "sample" && [sample.measure, sample.facts, sample.evidence]),
    [["facts", { compiles: false }, { log: "logs/x.txt" }]],
  );
  assert.deepEqual(
    samplesOf(
      { info: { ...absent, status: "unavailable" }, facts: {} },
      { image: null, base: null, trouble: null },
      empty,
    ),
    [],
  );
});

test("sizes that could not be counted are missing and never 0, with the reason, and what needs no size stays", () => {
  const trouble = "a layer is packed by zstd, which Node 20.20.2 cannot unpack";
  const values = (sizes: Parameters<typeof samplesOf>[1]) =>
    samplesOf(built, sizes, empty).flatMap<unknown>((record) =>
      record.kind === "event" ? [record] : record.measure === "image" ? [record.values] : [],
    );
  const event = { kind: "event", what: "cell-failed", arm: "t/a", detail: { message: `image size: ${trouble}` } };
  assert.deepEqual(values({ image: null, base, trouble }), [{ binary: 5, "build-time": 2 }, event]);
  const { "image-unique": unique, ...rest } = values({ image: size, base, trouble: null })[0] as Record<string, number>;
  assert.equal(unique, 5);
  assert.deepEqual(values({ image: size, base: null, trouble }), [rest, event]);
});

test("what stands on nothing adds all of it", () => {
  const [image] = samplesOf(built, { image: size, base: "scratch", trouble: null }, empty);
  assert.equal(image?.kind === "sample" && image.values["image-unique"], 75);
});

test("versions are read from what the tools say of themselves", () => {
  assert.equal(versionIn("oha 1.16.0\n"), "1.16.0");
  assert.equal(versionIn("wrk debian/4.1.0-3+b2 [epoll] Copyright (C) 2012 Will Glozer\n"), "4.1.0-3+b2");
  assert.equal(versionIn("strace -- version 6.1\nCopyright"), "6.1");
  assert.equal(versionIn(""), "unknown");
});
