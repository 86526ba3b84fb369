import assert from "node:assert/strict";
import { test } from "node:test";
import { tCritical, tLowerTail, tTwoSidedP, tUpperTail } from "../../scripts/stats/student-t.ts";

const near = (actual: number, expected: number, relative = 1e-9) =>
  assert.ok(Math.abs(actual - expected) <= relative * Math.abs(expected), `${actual} is not ${expected}`);

// Printed tables of Student's t give four decimals; the further digits are SciPy's scipy.stats.t.ppf((1 + c)/2, df).
const DF = [1, 2, 5, 9, 30, 100] as const;
const TABLE: Record<string, readonly number[]> = {
  "0.9": [6.3137515147, 2.9199855804, 2.0150483733, 1.8331129327, 1.6972608866, 1.6602343261],
  "0.95": [12.7062047362, 4.3026527297, 2.5705818356, 2.2621571628, 2.0422724563, 1.9839715185],
  "0.99": [63.6567411629, 9.9248432009, 4.0321429836, 3.2498355416, 2.7499956536, 2.6258905214],
  "0.99375": [101.8558910654, 12.5897405612, 4.5257162587, 3.5465084981, 2.940915185, 2.7934782371],
};

for (const [confidence, row] of Object.entries(TABLE)) {
  test(`critical values at a confidence of ${confidence} are those of the published table`, () => {
    for (const [i, df] of DF.entries()) near(tCritical(Number(confidence), df), row[i] as number);
  });
}

test("the critical value is the t whose two-sided p-value is the level", () => {
  for (const df of [1, 3, 5, 17, 250]) near(tTwoSidedP(tCritical(0.98, df), df), 0.02, 1e-11);
});

test("with one degree of freedom the distribution is Cauchy's: t = 1 leaves a quarter on each side", () => {
  near(tTwoSidedP(1, 1), 0.5);
  near(tUpperTail(1, 1), 0.25);
  near(tLowerTail(1, 1), 0.75);
  near(tUpperTail(-1, 1), 0.75);
});

test("p-values agree with independent ones, far into the tail too", () => {
  // 2 * scipy.stats.t.sf(|t|, df)
  near(tTwoSidedP(0.3, 9), 0.7709907037415248);
  near(tTwoSidedP(-2, 9), 0.07655282377070101);
  near(tTwoSidedP(40, 5), 1.8411962171772954e-7);
});

test("no spread gives an infinite t and a p of 0; t = 0 gives 1", () => {
  assert.equal(tTwoSidedP(Number.POSITIVE_INFINITY, 5), 0);
  assert.equal(tTwoSidedP(0, 5), 1);
});

test("levels, degrees of freedom and statistics that cannot be are refused", () => {
  assert.throws(() => tCritical(1, 5), RangeError);
  assert.throws(() => tCritical(0, 5), RangeError);
  assert.throws(() => tCritical(0.95, 0), RangeError);
  assert.throws(() => tTwoSidedP(Number.NaN, 5), RangeError);
});
