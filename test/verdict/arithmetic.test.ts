import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim } from "../../scripts/model/article.ts";
import { checkArithmetic } from "../../scripts/verdict/arithmetic.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { claim, makeRun } from "./run-builder.ts";

const margin = (arithmetic: NonNullable<Claim["arithmetic"]>): Claim =>
  claim({ id: "margin", relation: { kind: "unmeasured", why: "for its arithmetic" }, arithmetic });

const compute = [
  { metric: "rps", a: 2835, b: 2620 },
  { metric: "latency-p50", a: 32.21, b: 27.38 },
] as const;

test("roughly 15 % is the reduction of the median latency: no flag, and the reading is named", () => {
  // (32.21 − 27.38) / 32.21 = 0.14995; by rate it would be 8.2 or 7.6 %.
  const found = checkArithmetic(margin({ quoted: 15, unit: "%", rounding: 1, pairs: [...compute] }));
  assert.equal(found?.fits, "reduction of p50 (32.21 and 27.38)");
  assert.equal(found?.text, "15 % fits reduction of p50 (32.21 and 27.38) = 15.0 %");
});

test("a quote that no reading gives is flagged, with every reading shown", () => {
  const flagged = margin({ quoted: 25, unit: "%", rounding: 1, pairs: [...compute] });
  const found = checkArithmetic(flagged);
  assert.equal(found?.fits, null);
  assert.match(found?.text ?? "", /^no natural reading gives 25 %: .*reduction of rps \(2,835 and 2,620\) = 7\.58 %/);
  assert.deepEqual(judge(makeRun({ claims: [flagged] }), []).claims[0]?.flags, ["arithmetic"]);
});

test("a ratio is tried in both directions, within its rounding", () => {
  const pairs = [{ metric: "rps" as const, a: 29_828, b: 9966 }];
  // 29,828 / 9,966 = 2.99298, which rounds to 2.99; its inverse is 0.33412.
  const fits = (quoted: number): string | null | undefined =>
    checkArithmetic(margin({ quoted, unit: "x", rounding: 0.005, pairs }))?.fits;
  assert.equal(fits(2.99), "ratio of rps (29,828 and 9,966)");
  assert.equal(fits(0.33), "inverse ratio of rps (29,828 and 9,966)");
  assert.equal(fits(2.98), null);
});

test("a quote at the very edge of its rounding fits", () => {
  const pairs = [{ metric: "rps" as const, a: 1.15, b: 1 }];
  assert.notEqual(checkArithmetic(margin({ quoted: 1.1, unit: "x", rounding: 0.05, pairs }))?.fits, null);
});

test("a claim without figures of its own has no arithmetic", () => {
  assert.equal(checkArithmetic(claim({ id: "none", relation: { kind: "unmeasured", why: "x" } })), null);
});
