import assert from "node:assert/strict";
import { test } from "node:test";
import { pairedRatio, pairedRatioTest } from "../../scripts/stats/paired-ratio.ts";

const near = (actual: number | null, expected: number, relative = 1e-9) =>
  assert.ok(
    actual !== null && Math.abs(actual - expected) <= relative * Math.abs(expected),
    `${actual} is not ${expected}`,
  );

const NUMERATORS = [172, 180, 175, 169, 190, 181];
const DENOMINATORS = [150, 149, 160, 151, 158, 149];

test("the interval is Student's over rounds on the paired logs", () => {
  // ln of the six ratios: 0.13686, 0.18901, 0.08961, 0.11263, 0.18443, 0.19455; mean 0.151182, s 0.0444979;
  // half-width 2.570582 · 0.0444979/√6 = 0.046698; exp(0.151182 ∓ 0.046698) = 1.11014 and 1.21881. Digits: SciPy.
  const { ratio, low, high, rounds, method } = pairedRatio(NUMERATORS, DENOMINATORS);
  near(ratio, 1.1632061188612164);
  near(low, 1.1101358670873356);
  near(high, 1.2188134038999827);
  assert.equal(rounds, 6);
  assert.equal(method, "t interval on paired logs");
});

test("two rounds can be worked out by hand: ratios 2 and 8 give 4 and a factor of exp(12.706 · ln 2)", () => {
  // logs ln 2 and 3·ln 2: mean 2·ln 2, s = √2·ln 2, s/√2 = ln 2.
  const { ratio, low, high } = pairedRatio([2, 8], [1, 1]);
  near(ratio, 4);
  near(low, 4 * 2 ** -12.7062047362, 1e-8);
  near(high, 4 * 2 ** 12.7062047362, 1e-8);
});

test("pairing removes what a round does to both arms", () => {
  const slowdown = [1, 3, 0.2, 7, 2, 0.5];
  const calm = pairedRatio(NUMERATORS, DENOMINATORS);
  const stormy = pairedRatio(
    NUMERATORS.map((value, i) => value * (slowdown[i] as number)),
    DENOMINATORS.map((value, i) => value * (slowdown[i] as number)),
  );
  near(stormy.low, calm.low as number);
  near(stormy.high, calm.high as number);
});

test("swapping the arms inverts the ratio and its interval", () => {
  const forth = pairedRatio(NUMERATORS, DENOMINATORS);
  const back = pairedRatio(DENOMINATORS, NUMERATORS);
  near(back.ratio, 1 / forth.ratio);
  near(back.low, 1 / (forth.high as number));
  near(back.high, 1 / (forth.low as number));
});

test("one round has a ratio and no interval, and no p-value", () => {
  const { ratio, low, high, rounds } = pairedRatio([30], [10]);
  near(ratio, 3);
  assert.deepEqual([low, high, rounds], [null, null, 1]);
  assert.equal(pairedRatioTest([30], [10]), null);
});

test("p-values are those of the one-sample t test on the paired logs", () => {
  const result = pairedRatioTest(NUMERATORS, DENOMINATORS);
  near(result?.t ?? null, 8.322058162401172); // scipy.stats.ttest_1samp(logs, 0)
  near(result?.twoSided ?? null, 0.00040945430955115745, 1e-8);
  near(result?.greater ?? null, 0.00020472715477557873, 1e-8);
  near(result?.less ?? null, 1 - 0.00020472715477557873);
  assert.equal(result?.df, 5);
});

test("identical values show no difference, and a difference without spread is certain", () => {
  const same = pairedRatio([5, 5, 5], [5, 5, 5]);
  assert.deepEqual([same.ratio, same.low, same.high], [1, 1, 1]);
  assert.equal(pairedRatioTest([5, 5, 5], [5, 5, 5])?.twoSided, 1);
  assert.equal(pairedRatioTest([6, 6, 6], [5, 5, 5])?.twoSided, 0);
});

test("rounds that do not pair, no rounds, and values without a logarithm are refused", () => {
  assert.throws(() => pairedRatio([1, 2], [1]), /2 numerators, 1 denominators/);
  assert.throws(() => pairedRatio([], []), RangeError);
  for (const bad of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => pairedRatio([1, bad], [1, 1]), /index 1/);
    assert.throws(() => pairedRatio([1, 1], [bad, 1]), /index 0/);
  }
});
