import assert from "node:assert/strict";
import { test } from "node:test";
import { incompleteBeta } from "../../scripts/stats/incomplete-beta.ts";

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) <= 1e-12 * Math.abs(expected), `${actual} is not ${expected}`);

test("for whole shapes it is a binomial tail that can be summed by hand", () => {
  // I_0.3(2, 3) = P(at least 2 of 4 at 0.3) = 6·0.09·0.49 + 4·0.027·0.7 + 0.0081 = 0.2646 + 0.0756 + 0.0081
  near(incompleteBeta(0.3, 2, 3), 0.3483);
  // I_x(1, b) = 1 − (1 − x)^b
  near(incompleteBeta(0.2, 1, 7), 1 - 0.8 ** 7);
});

test("for halves it is the arcsine law, and beyond the mean the symmetric side is used", () => {
  near(incompleteBeta(0.5, 0.5, 0.5), 0.5);
  near(incompleteBeta(0.25, 0.5, 0.5), (2 / Math.PI) * Math.asin(0.5));
  near(incompleteBeta(0.99, 10, 0.5), 0.6579281751567845); // scipy.stats.beta.cdf
});

test("the ends are exact and arguments outside the domain are refused", () => {
  assert.equal(incompleteBeta(0, 2, 3), 0);
  assert.equal(incompleteBeta(1, 2, 3), 1);
  assert.throws(() => incompleteBeta(1.1, 2, 3), RangeError);
  assert.throws(() => incompleteBeta(Number.NaN, 2, 3), RangeError);
  assert.throws(() => incompleteBeta(0.5, 0, 3), RangeError);
});
