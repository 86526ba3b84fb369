import assert from "node:assert/strict";
import { test } from "node:test";
import { shellText } from "../../../scripts/report/html/hand-commands.ts";
import { baseLayers } from "../../../scripts/report/html/layer-figure.ts";
import { memoryParts } from "../../../scripts/report/html/measure-figures.ts";
import { scaledText, scaleOf } from "../../../scripts/report/html/plots/scale.ts";
import { evenly } from "../../../scripts/report/html/points.ts";

test("idle memory is taken apart by page walk, USS and anonymous memory", () => {
  const parts = memoryParts(100, 90, 30);
  assert.deepEqual(
    parts?.map(({ bytes }) => bytes),
    [30, 60, 10],
  );
});

test("figures that do not add up are not taken apart, nor are missing ones", () => {
  assert.equal(memoryParts(100, 110, 30), null);
  assert.equal(memoryParts(100, 90, 95), null);
  assert.equal(memoryParts(100, null, 30), null);
});

test("layers of the base are those below the bytes that the base does not have", () => {
  const layers = [{ unpacked: 74 }, { unpacked: 5 }, { unpacked: 120 }, { unpacked: 0 }, { unpacked: 2 }];
  assert.equal(baseLayers(layers, 122), 2);
  assert.equal(baseLayers(layers, 201), 0);
  assert.equal(baseLayers(layers, 121), null);
  assert.equal(baseLayers(layers, null), null);
});

test("of a long list some are taken at even distances, the ends among them", () => {
  assert.deepEqual(evenly([0, 1, 2, 3, 4, 5, 6, 7, 8], 5), [0, 2, 4, 6, 8]);
  assert.deepEqual(evenly([1, 2], 5), [1, 2]);
  assert.deepEqual(evenly([], 5), []);
});

test("values of a figure share a scale, and an open end is no number", () => {
  const scale = scaleOf("bytes", [74.9e6, 2.5e6]);
  assert.equal(scale.name, "MB");
  assert.equal(scaledText({ value: 74.9e6, low: 74.8e6, high: 75e6 }, scale), "74.9 [74.8, 75.0]");
  const open = { low: false, high: true };
  assert.equal(
    scaledText({ value: 35_000, low: 33_000, high: 37_000 }, scaleOf("1/s", [1]), open),
    "≥ 35,000 [33,000, …)",
  );
  assert.equal(scaledText({ value: 7, low: 7, high: 7 }, scaleOf("count", [7])), "7.00");
});

test("a command line is quoted so that a shell reads the same words", () => {
  assert.equal(
    shellText(["oha", "-z", "2s", "http://127.0.0.1:3000/health", "a b", "it's", "$(x)"]),
    "oha -z 2s http://127.0.0.1:3000/health 'a b' 'it'\\''s' '$(x)'",
  );
});
