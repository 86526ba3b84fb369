import assert from "node:assert/strict";
import { test } from "node:test";
import { axisFor, evenTicks, logAxis, tickText } from "../../../../scripts/report/html/plots/axis.ts";

test("ticks are round numbers within the ends, free of what binary fractions leave", () => {
  assert.deepEqual(evenTicks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(evenTicks(0.61, 0.92, 5), [0.7, 0.8, 0.9]);
  assert.deepEqual(evenTicks(31_000, 52_000, 5), [35_000, 40_000, 45_000, 50_000]);
});

test("an axis of ratios reaches beyond its outermost values and has 1 on it", () => {
  const { low, high, ticks } = logAxis([1, 16.3, 59.2], "ratio");
  assert.ok(low < 1 && high > 59.2);
  assert.deepEqual(ticks, [1, 2, 5, 10, 20, 50]);
});

test("values within a few percent of one another get ticks between them", () => {
  assert.deepEqual(logAxis([1, 1.1], "ratio").ticks, [1, 1.1]);
  assert.deepEqual(logAxis([0.8, 1.25], "ratio").ticks, [0.8, 1, 1.2]);
});

test("values far apart are shown on a logarithm, near ones not; both say so where it misleads", () => {
  assert.match(axisFor([1.4, 83.7], "ms").name, /log scale/);
  assert.match(axisFor([70, 84], "ms").name, /not from 0/);
  const fromZero = axisFor([20, 84], "ms");
  assert.equal(fromZero.low, 0);
  assert.equal(fromZero.name, "ms");
});

test("no axis of a quantity shows less than nothing, and a single value has room around it", () => {
  assert.equal(axisFor([0, 0], "count").low, 0);
  const { low, high } = axisFor([7, 7], "count");
  assert.ok(low < 7 && high > 7 && low >= 0);
});

test("a tick says all of its digits and groups its thousands", () => {
  assert.deepEqual([0.05, 1.5, 20, 35_000].map(tickText), ["0.05", "1.5", "20", "35,000"]);
});
