import assert from "node:assert/strict";
import { test } from "node:test";
import { iqr, median, percentileIsSupported, quantile } from "../../scripts/stats/quantile.ts";

// 7 15 36 39 40 41: position of q is 5·q. 0.25 → 1.25: 15 + 0.25·21 = 20.25; 0.75 → 3.75: 39 + 0.75·1 = 39.75.
const VALUES = [40, 7, 39, 15, 41, 36];

test("quantiles are of type 7, whatever the order of the values", () => {
  assert.equal(quantile(VALUES, 0.25), 20.25);
  assert.equal(quantile(VALUES, 0.75), 39.75);
  assert.equal(quantile(VALUES, 0), 7);
  assert.equal(quantile(VALUES, 1), 41);
  assert.equal(iqr(VALUES), 19.5);
});

test("the median is the middle value, or the mean of the two middle ones", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median(VALUES), 37.5);
  assert.equal(median([5]), 5);
});

test("the values handed in stay in their order", () => {
  const values = [3, 1, 2];
  median(values);
  assert.deepEqual(values, [3, 1, 2]);
});

test("no values, values that are not finite and levels outside 0 to 1 are refused", () => {
  assert.throws(() => median([]), RangeError);
  assert.throws(() => median([1, Number.NaN]), RangeError);
  assert.throws(() => quantile([1], 1.5), RangeError);
});

test("a percentile needs 100 responses beyond it", () => {
  assert.equal(percentileIsSupported(0.99, 10_000), true);
  assert.equal(percentileIsSupported(0.99, 9_900), false);
  assert.equal(percentileIsSupported(0.9, 1_000), true);
  assert.equal(percentileIsSupported(0.9, 990), false);
  assert.equal(percentileIsSupported(0.5, 200), true);
});
