import assert from "node:assert/strict";
import { test } from "node:test";
import { trendOf } from "../../scripts/stats/trend.ts";

const near = (found: number | undefined, wanted: number, within = 1e-9) =>
  assert.ok(found !== undefined && Math.abs(found - wanted) < within, `${found} is not ${wanted}`);

test("a line through values with scatter has the textbook's slope, interval and p", () => {
  // Worked by hand: x = 0…5, y = 1, 3, 2, 5, 4, 6. Sxy = 15.5, Sxx = 17.5, slope = 0.885714…; residual sum of squares
  // 17.5 − 15.5²/17.5 = 3.771428…; standard error of the slope √(3.771428/4/17.5) = 0.232115…; t = 3.815842…, 4 df.
  const trend = trendOf([1, 3, 2, 5, 4, 6]);
  near(trend?.change, (15.5 / 17.5) * 5);
  const half = 2.7764451051977987 * Math.sqrt((17.5 - 15.5 ** 2 / 17.5) / 4 / 17.5) * 5;
  near(trend?.low, (15.5 / 17.5) * 5 - half, 1e-7);
  near(trend?.high, (15.5 / 17.5) * 5 + half, 1e-7);
  near(trend?.p, 0.018845, 1e-5);
});

test("values that are all the same have no trend, though their mean may round", () => {
  assert.deepEqual(trendOf([0.1, 0.1, 0.1, 0.1, 0.1, 0.1]), { change: 0, low: 0, high: 0, p: 1 });
});

test("fewer than three values have no trend that could be told from chance", () => {
  assert.equal(trendOf([1, 2]), null);
  assert.throws(() => trendOf([1, 2, Number.NaN]), RangeError);
});
