import assert from "node:assert/strict";
import { test } from "node:test";
import { rateUpperBound } from "../../scripts/stats/proportion.ts";

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) <= 1e-9 * expected, `${actual} is not ${expected}`);

test("no event among 20 leaves a rate of up to 14 % possible", () => {
  near(rateUpperBound(0, 20), 1 - 0.05 ** (1 / 20)); // (1 − p)^20 = 0.05
});

test("the bound is Clopper and Pearson's", () => {
  near(rateUpperBound(1, 20), 0.2161061642068473); // scipy.stats.beta.ppf(0.95, k + 1, n − k)
  near(rateUpperBound(5, 100), 0.1022533776432745);
  near(rateUpperBound(100, 2000), 0.05877031423067244);
  near(rateUpperBound(5, 100, 0.975), 0.11283491110546275);
});

test("when everything happened the rate may be 1", () => {
  assert.equal(rateUpperBound(20, 20), 1);
});

test("counts that cannot be are refused", () => {
  assert.throws(() => rateUpperBound(3, 2), RangeError);
  assert.throws(() => rateUpperBound(-1, 2), RangeError);
  assert.throws(() => rateUpperBound(0, 0), RangeError);
  assert.throws(() => rateUpperBound(0.5, 2), RangeError);
});
