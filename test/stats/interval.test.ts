import assert from "node:assert/strict";
import { test } from "node:test";
import { logs, mean, standardDeviation } from "../../scripts/stats/average.ts";
import { meanInterval, meanLogInterval } from "../../scripts/stats/interval.ts";

const near = (actual: number | null, expected: number) =>
  assert.ok(
    actual !== null && Math.abs(actual - expected) <= 1e-9 * Math.abs(expected),
    `${actual} is not ${expected}`,
  );

test("the arithmetic interval is mean ± t·s/√n and is not clipped at 0", () => {
  // 0 2 1 0 3 1: mean 7/6, squared deviations sum 15 − 49/6 = 6.8333, s² = 1.36667, s/√6 = 0.477261;
  // half-width 2.570582 · 0.477261 = 1.226838
  const { value, low, high, rounds } = meanInterval([0, 2, 1, 0, 3, 1]);
  near(value, 7 / 6);
  near(low, -0.06017102503830718);
  near(high, 2.393504358371641);
  assert.equal(rounds, 6);
});

test("the geometric interval is Student's on logs", () => {
  const { value, low, high } = meanLogInterval([100, 104, 98, 101, 97, 103]);
  near(value, 100.46889474446719); // scipy: exp(mean ± t.ppf(0.975, 5) · s/√6) of the logs
  near(low, 97.63541552996503);
  near(high, 103.38460441208349);
});

test("a wider confidence gives a wider interval around the same value", () => {
  const narrow = meanInterval([1, 2, 3, 4], 0.9);
  const wide = meanInterval([1, 2, 3, 4], 0.99);
  assert.equal(narrow.value, wide.value);
  assert.ok((wide.low ?? 0) < (narrow.low ?? 0) && (wide.high ?? 0) > (narrow.high ?? 0));
});

test("one round has a value and no interval", () => {
  assert.deepEqual([meanInterval([3]).value, meanInterval([3]).low, meanInterval([3]).high], [3, null, null]);
  near(meanLogInterval([3]).value, 3);
  assert.equal(meanLogInterval([3]).low, null);
});

test("values that do not spread have an interval of no width", () => {
  const { low, high } = meanInterval([74_000_001, 74_000_001, 74_000_001]);
  assert.deepEqual([low, high], [74_000_001, 74_000_001]);
  assert.equal(standardDeviation([0.1, 0.1, 0.1]), 0);
});

test("no values is not 0, and a logarithm of 0 is refused", () => {
  assert.throws(() => mean([]), RangeError);
  assert.throws(() => meanInterval([]), RangeError);
  assert.throws(() => meanLogInterval([1, 0]), /got 0 at index 1/);
  assert.throws(() => standardDeviation([1]), RangeError);
  assert.throws(() => mean([1, Number.NaN]), /index 1/);
  assert.deepEqual(logs([1]), [0]);
});
