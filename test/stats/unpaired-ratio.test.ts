import assert from "node:assert/strict";
import { test } from "node:test";
import { unpairedRatio, unpairedRatioTest } from "../../scripts/stats/unpaired-ratio.ts";

/** Expected values by SciPy 1.17.1: ttest_ind of the logs with equal_var=False. */
const CASES = [
  {
    ...{ x: [120, 118, 125, 131, 119, 122], y: [100, 102, 99, 104, 98, 101] },
    ...{ ratio: 1.2163424576552806, low: 1.1662371836987755, high: 1.268600414199297, df: 7.764332357934967 },
    above: { 1: 3.006283830171011e-6, 1.1: 0.00030358994369181414, 0.9090909090909091: 1.561939353112969e-7 },
  },
  {
    ...{ x: [10, 11, 9], y: [10, 10.5, 9.8, 10.1, 10.3, 40] },
    ...{ ratio: 0.7821188219158034, low: 0.4344040867794858, high: 1.4081586021208021, df: 5.6035606600749865 },
    above: { 1: 0.8295272647181882, 1.1: 0.8988721782649696, 0.9090909090909091: 0.7253468108377092 },
  },
  {
    ...{ x: [5.0, 5.1], y: [4.0, 4.4, 4.2, 4.1] },
    ...{ ratio: 1.210273813093425, low: 1.1361648694809001, high: 1.289216681491772, df: 3.929450783892959 },
    above: { 1: 0.0005819699008383211, 1.1: 0.006954662204913593, 0.9090909090909091: 0.00012431874579562423 },
  },
];

const near = (found: number | null | undefined, expected: number) =>
  assert.ok(Math.abs((found ?? Number.NaN) / expected - 1) < 1e-8, `${found} is not ${expected}`);

test("two series of different spread and length: ratio, Welch's interval and degrees of freedom", () => {
  for (const { x, y, ratio, low, high, df } of CASES) {
    const found = unpairedRatio(x, y);
    near(found.ratio, ratio);
    near(found.low, low);
    near(found.high, high);
    near(found.df, df);
    const turned = unpairedRatio(y, x);
    near(turned.low, 1 / high);
    near(turned.high, 1 / low);
  }
});

test("whether a ratio lies beyond a bound is tested on either side", () => {
  for (const { x, y, above } of CASES)
    for (const [bound, p] of Object.entries(above)) {
      const found = unpairedRatioTest(x, y, Number(bound));
      near(found?.greater, p);
      near(found?.less, 1 - p);
    }
});

test("series that do not spread give a point, and speak for a side only where they differ from the bound", () => {
  const [twos, ones] = [
    [2, 2, 2],
    [1, 1],
  ];
  assert.deepEqual(unpairedRatio(twos, ones), { ratio: 2, low: 2, high: 2, df: 3 });
  assert.deepEqual(unpairedRatioTest(twos, ones, 1.1), { greater: 0, less: 1 });
  assert.deepEqual(unpairedRatioTest(ones, ones, 1), { greater: 0.5, less: 0.5 });
});

test("one round has a ratio and no interval, no round or a value of 0 has neither", () => {
  assert.deepEqual(unpairedRatio([3], [2, 2]), {
    ratio: Math.exp(Math.log(3) - Math.log(2)),
    low: null,
    high: null,
    df: null,
  });
  assert.equal(unpairedRatioTest([3, 3], [2], 1), null);
  assert.throws(() => unpairedRatio([], [1]), RangeError);
  assert.throws(() => unpairedRatio([1, 0], [1, 1]), RangeError);
  assert.throws(() => unpairedRatioTest([1, 1], [1, 1], 0), RangeError);
});
