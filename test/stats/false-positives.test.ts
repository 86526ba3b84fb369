import assert from "node:assert/strict";
import { test } from "node:test";
import { pairedRatio } from "../../scripts/stats/paired-ratio.ts";
import { rateUpperBound } from "../../scripts/stats/proportion.ts";
import { drifting, independent, type Sampler, uniforms } from "./synthetic.ts";

const CAMPAIGNS = 2_000;
const ROUNDS = 6;
// A true rate of 5 % shows up as more than 129 of 2,000 once in about 700 runs: 100 + 3·√(2000 · 0.05 · 0.95) = 129.2.
const MOST = 129;

/** Campaigns of identical arms in which the 95 % interval excludes 1. */
function falsePositives(sampler: Sampler, seed: number): number {
  const uniform = uniforms(seed);
  let found = 0;
  for (let campaign = 0; campaign < CAMPAIGNS; campaign++) {
    const { a, b } = sampler(ROUNDS, uniform);
    const { low, high } = pairedRatio(a, b);
    assert.ok(low !== null && high !== null);
    if (low > 1 || high < 1) found++;
  }
  return found;
}

const noise: Record<string, Sampler> = {
  "normal noise of 5 %": independent((_, normal) => 100 + 5 * normal()),
  "lognormal noise of 30 %": independent((_, normal) => 100 * Math.exp(0.3 * normal())),
  "processes that settle in one of two modes, 172 or 275": independent(
    (uniform, normal) => (uniform() < 0.5 ? 172 : 275) * Math.exp(0.02 * normal()),
  ),
  "a machine that slows by 2 % with every sample, even rounds reversed": drifting(0.02, 0.02, true),
};

for (const [index, [what, sampler]] of Object.entries(noise).entries()) {
  test(`finds a difference between identical arms at no more than the nominal 5 %: ${what}`, (t) => {
    const found = falsePositives(sampler, 20_260 + index);
    const bound = rateUpperBound(found, CAMPAIGNS);
    t.diagnostic(
      `${found} of ${CAMPAIGNS} campaigns (${((100 * found) / CAMPAIGNS).toFixed(1)} %), at most ${(100 * bound).toFixed(1)} %`,
    );
    assert.ok(found <= MOST, `${found} false positives`);
  });
}

test("a drift that always meets the same arm second is a false difference: the reversal of even rounds is what helps", () => {
  assert.ok(falsePositives(drifting(0.02, 0.02, false), 7) > 2 * MOST);
});

test("a real difference of 20 % under 5 % noise is found in nearly every campaign", () => {
  const sampler = independent((_, normal) => 100 * Math.exp(0.05 * normal()));
  const faster: Sampler = (rounds, uniform) => {
    const { a, b } = sampler(rounds, uniform);
    return { a: a.map((value) => value * 1.2), b };
  };
  // log 1.2 = 0.182 is 2.58 sd of the log ratio (0.05·√2 = 0.0707); power at 6 rounds is above 99 %.
  assert.ok(falsePositives(faster, 11) > 0.98 * CAMPAIGNS);
});
