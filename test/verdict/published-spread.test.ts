import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim } from "../../scripts/model/article.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { checkSpread } from "../../scripts/verdict/published-spread.ts";
import { claim, makeRun } from "./run-builder.ts";

const spreading = (spread: NonNullable<Claim["spread"]>): Claim =>
  claim({ id: "spread", relation: { kind: "unmeasured", why: "for its spread" }, spread });
const HOOK = {
  unit: "1/s",
  runs: 1,
  a: { value: 48408.15, plusMinus: 5503.67 },
  b: { value: 42615.06, plusMinus: 6739.75 },
} as const;

test("two single runs that differ by less than they spread are told so, and flagged beside the verdict", () => {
  // 5,793.09 ÷ √(5,503.67² + 6,739.75²) = 5,793.09 ÷ 8,701.41 = 0.66576.
  const found = checkSpread(spreading(HOOK));
  assert.equal(found?.share.toFixed(5), "0.66576");
  assert.equal(found?.supports, false);
  assert.equal(
    found?.text,
    "48,408.15 ± 5,503.67/s and 42,615.06 ± 6,739.75/s differ by 5,790/s, 0.666 of both ± together (8,700/s), no more than " +
      "they spread by themselves; a ± within one run a side tells nothing of further runs",
  );
  assert.deepEqual(judge(makeRun({ claims: [spreading(HOOK)] }), []).claims[0]?.flags, ["own-spread"]);
});

test("a difference beyond the spread is told as such, with what a single run still does not tell", () => {
  // 50,048.55 ÷ √(1,409.74² + 3,815.27²) = 50,048.55 ÷ 4,067.38 = 12.305.
  const [a, b] = [
    { value: 74428.96, plusMinus: 3815.27 },
    { value: 24380.41, plusMinus: 1409.74 },
  ];
  const found = checkSpread(spreading({ unit: "1/s", runs: 1, a, b }));
  assert.equal(found?.share.toFixed(3), "12.305");
  assert.match(
    found?.text ?? "",
    /12\.3 of both ± together .* more than they spread by themselves; a ± within one run/,
  );
  assert.deepEqual(judge(makeRun({ claims: [spreading({ unit: "1/s", runs: 1, a, b })] }), []).claims[0]?.flags, []);
  assert.doesNotMatch(checkSpread(spreading({ unit: "1/s", runs: 5, a, b }))?.text ?? "", /further runs/);
});

test("a claim without figures that spread has none", () => {
  assert.equal(checkSpread(claim({ id: "none", relation: { kind: "unmeasured", why: "x" } })), null);
});
