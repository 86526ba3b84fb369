import assert from "node:assert/strict";
import { test } from "node:test";
import { equivalence } from "../../scripts/stats/equivalence.ts";

const near = (actual: number | null, expected: number) =>
  assert.ok(
    actual !== null && Math.abs(actual - expected) <= 1e-8 * Math.abs(expected),
    `${actual} is not ${expected}`,
  );

// Ratio 1.1632, log sd 0.044498; 90 % interval [1.12140, 1.20658]. Digits from scipy.stats.
const NUMERATORS = [172, 180, 175, 169, 190, 181];
const DENOMINATORS = [150, 149, 160, 151, 158, 149];

test("the interval that decides is the 90 % one", () => {
  const { low, high, confidence } = equivalence(NUMERATORS, DENOMINATORS, 0.1);
  near(low, 1.1213959991067224);
  near(high, 1.2065750867971536);
  near(confidence, 0.9);
});

test("equality is shown from the margin on that holds the interval: not at 20 %, at 30 %", () => {
  const tight = equivalence(NUMERATORS, DENOMINATORS, 0.2);
  assert.equal(tight.result, "not-shown");
  near(tight.p, 0.07357393638209755); // scipy.stats.t.cdf((mean − ln 1.2)/se, 5)
  const wide = equivalence(NUMERATORS, DENOMINATORS, 0.3);
  assert.equal(wide.result, "equal");
  near(wide.p, 0.0008443926746056492);
});

test("both edges are tested: the inverse ratio meets the lower one with the same p", () => {
  const back = equivalence(DENOMINATORS, NUMERATORS, 0.2);
  assert.equal(back.result, "not-shown");
  near(back.p, 0.07357393638209755);
});

test("noise around 1 is no evidence of equality", () => {
  const noisy = equivalence([100, 140, 80, 120, 70, 110], [110, 90, 120, 80, 100, 105], 0.1);
  assert.ok((noisy.low ?? 0) < 1 && (noisy.high ?? 0) > 1);
  assert.equal(noisy.result, "not-shown");
});

test("the test agrees with the place of its interval at every margin", () => {
  for (const margin of [0.05, 0.1, 0.15, 0.2, 0.205, 0.207, 0.21, 0.3]) {
    const { result, low, high } = equivalence(NUMERATORS, DENOMINATORS, margin);
    const inside = (low ?? 0) > 1 / (1 + margin) && (high ?? Number.POSITIVE_INFINITY) < 1 + margin;
    assert.equal(result, inside ? "equal" : "not-shown", `margin ${margin}`);
  }
});

test("identical values are equal; one round shows nothing; a margin of 0 is refused", () => {
  assert.equal(equivalence([5, 5, 5], [5, 5, 5], 0.1).result, "equal");
  const single = equivalence([5], [5], 0.1);
  assert.deepEqual([single.result, single.low, single.p], ["not-shown", null, null]);
  assert.throws(() => equivalence([5, 5], [5, 5], 0), RangeError);
});
