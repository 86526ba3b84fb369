import assert from "node:assert/strict";
import { test } from "node:test";
import { holdAgainst, parseSize } from "../../scripts/images/budget.ts";
import { budgetText } from "../../scripts/images/footprint-text.ts";
import { InputError } from "../../scripts/model/errors.ts";
import { footprint, layer } from "./footprint-builder.ts";

test("a size is a number with a unit of 1000 or 1024 spelled out", () => {
  const sizes: [string, number][] = [
    ...([
      ["25MB", 25_000_000],
      ["25MiB", 26_214_400],
      ["2.5GB", 2_500_000_000],
    ] as [string, number][]),
    ...([
      ["1GiB", 1_073_741_824],
      ["7kB", 7000],
      ["7KiB", 7168],
      [" 1.5 MiB ", 1_572_864],
    ] as [string, number][]),
  ];
  for (const [text, bytes] of sizes) assert.equal(parseSize(text), bytes, text);
});

test("a size that could be read in two ways, or is none, is refused with what to write", () => {
  for (const text of [
    "25",
    "25M",
    "25Mb",
    "25mb",
    "25KB",
    "MB",
    "",
    "0MB",
    "-1MB",
    "1e3MB",
    "1,5MB",
    "0.1",
    "9999999GB",
    "1_000MB",
  ])
    assert.throws(
      () => parseSize(text),
      (error: Error) => error instanceof InputError && /--budget: expected .* write it like 25MB/.test(error.message),
      text,
    );
});

const image = footprint({
  name: "it",
  unpackedBytes: 100,
  compressedBytes: 35,
  uniqueOverBaseBytes: 40,
  layers: [
    layer(60, 10, { inBase: true, by: "base" }),
    layer(30, 8, { by: "COPY big" }),
    layer(10, 12, { by: "COPY packed" }),
  ],
});

test("a budget is for one size, which is named, and exceeded only by more than it", () => {
  const exceeded = (bytes: number, of: "unpacked" | "compressed" | "unique") =>
    holdAgainst(image, { bytes, of }).exceeded;
  assert.deepEqual([exceeded(100, "unpacked"), exceeded(99, "unpacked")], [false, true]);
  assert.deepEqual([exceeded(35, "compressed"), exceeded(34, "compressed")], [false, true]);
  assert.deepEqual([exceeded(40, "unique"), exceeded(39, "unique")], [false, true]);
});

test("the layer to blame is the one with most of that size, the base's only where the base counts", () => {
  const blamed = (of: "unpacked" | "compressed" | "unique") => holdAgainst(image, { bytes: 1, of }).layer;
  assert.deepEqual(blamed("unpacked"), { number: 1, bytes: 60, by: "base" });
  assert.deepEqual(blamed("compressed"), { number: 3, bytes: 12, by: "COPY packed" });
  assert.deepEqual(blamed("unique"), { number: 2, bytes: 30, by: "COPY big" });
  assert.match(
    budgetText(holdAgainst(image, { bytes: 39, of: "unique" })),
    /^it: 40\.0 bytes unique over its base, over the budget of 39\.0 bytes by 1\.00 bytes; 30\.0 bytes of it in layer 2, made by COPY big$/,
  );
});

test("what is unique cannot be held against a budget where no base is known", () => {
  const unknown = footprint({ ...image, uniqueOverBaseBytes: null, base: null });
  assert.throws(() => holdAgainst(unknown, { bytes: 1, of: "unique" }), /--budget-of: expected a base of it.* --base/);
});
