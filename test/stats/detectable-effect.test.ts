import assert from "node:assert/strict";
import { test } from "node:test";
import { detectableRatio, power } from "../../scripts/stats/detectable-effect.ts";
import { noncentralTLowerTail } from "../../scripts/stats/noncentral-t.ts";

const within = (actual: number | null, expected: number, slack: number) =>
  assert.ok(actual !== null && Math.abs(actual - expected) <= slack, `${actual} is not ${expected}`);

test("the noncentral t distribution agrees with an independent implementation", () => {
  within(noncentralTLowerTail(2.5706, 5, 3), 0.32783216556121253, 1e-6); // scipy.stats.nct.cdf
  within(noncentralTLowerTail(1, 9, -0.5), 0.9243565469601263, 1e-6);
});

test("without a shift it is Student's t: one degree of freedom leaves a quarter above 1", () => {
  within(noncentralTLowerTail(1, 1, 0), 0.75, 1e-6);
});

test("power is that of the two-sided t test", () => {
  within(power(1, 6), 0.5068419799585823, 1e-5);
  within(power(0.5, 10), 0.29317560651407687, 1e-5);
  within(power(0, 6), 0.05, 1e-5);
});

test("the smallest detectable ratio is exp(effect × log sd), with the effects of the noncentral t at 80 %", () => {
  // Effects solved with scipy.stats.nct: 3 rounds 3.26404, 6 rounds 1.43454, 10 rounds 0.99600, 20 rounds 0.66044.
  within(detectableRatio(3, 0.05), 1.1772746840638582, 1e-5);
  within(detectableRatio(6, 0.05), 1.0743622600798906, 1e-5);
  within(detectableRatio(10, 0.05), 1.0510609352549287, 1e-5);
  within(detectableRatio(20, 0.05), 1.0335733631120005, 1e-5);
});

test("more rounds and less noise detect less; no noise detects anything; one round detects nothing", () => {
  assert.ok((detectableRatio(10, 0.05) ?? 0) < (detectableRatio(6, 0.05) ?? 0));
  assert.ok((detectableRatio(6, 0.02) ?? 0) < (detectableRatio(6, 0.05) ?? 0));
  assert.equal(detectableRatio(6, 0), 1);
  assert.equal(detectableRatio(1, 0.05), null);
});

test("rounds, spreads and powers that cannot be are refused", () => {
  assert.throws(() => detectableRatio(2.5, 0.1), RangeError);
  assert.throws(() => detectableRatio(6, -0.1), RangeError);
  assert.throws(() => detectableRatio(6, 0.1, 1), RangeError);
  assert.throws(() => noncentralTLowerTail(1, 0.5, 0), RangeError);
});
