import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { outcomeOfRatio, type RatioEvidence } from "../../scripts/verdict/outcome.ts";
import { awayFromEdges, evidence } from "./outcome-arbitraries.ts";

const RUNS = 5_000;

/**
 * The seven rows as predicates of their own that do not rely on an order, in the claim's own direction: nothing is turned
 * over, what lies "beyond" a ratio above 1 lies below one under 1.
 */
function rows(given: RatioEvidence): boolean[] {
  const { published: p, tolerance: tol, interval, rounds, forbids } = given;
  const low = given.denominatorBound ? 0 : (interval?.low ?? Number.NaN);
  const high = given.numeratorBound ? Number.POSITIVE_INFINITY : (interval?.high ?? Number.NaN);
  const [from, to] = [p / (1 + tol), p * (1 + tol)];
  const up = p > 1;
  const judged = rounds >= 6 && forbids.length === 0 && interval !== null;
  const otherWay = up ? high < 1 : low > 1;
  const sameWay = up ? low > 1 : high < 1;
  const within = low >= from && high <= to;
  const [above, below] = [low > to, high < from];
  return [
    !judged,
    judged && otherWay,
    judged && !otherWay && !sameWay,
    judged && sameWay && within,
    judged && sameWay && (up ? above : below),
    judged && sameWay && (up ? below : above),
    judged && sameWay && !within && !above && !below,
  ];
}

test("exactly one row fires for any interval, ratio and tolerance, and it is the one reported", (t) => {
  const fired = new Map<number, number>();
  fc.assert(
    fc.property(evidence, (given) => {
      fc.pre(given.published > 1 || awayFromEdges(given));
      const expected = rows(given).flatMap((fires, index) => (fires ? [index + 1] : []));
      assert.equal(expected.length, 1, `rows ${expected}`);
      const { row } = outcomeOfRatio(given);
      assert.equal(row, expected[0]);
      fired.set(row, (fired.get(row) ?? 0) + 1);
    }),
    { numRuns: RUNS, seed: 1 },
  );
  t.diagnostic(`rows fired: ${[1, 2, 3, 4, 5, 6, 7].map((row) => `${row} × ${fired.get(row) ?? 0}`).join(", ")}`);
  // Had one row never been reached, its absence would have proved nothing.
  for (const row of [1, 2, 3, 4, 5, 6, 7])
    assert.ok((fired.get(row) ?? 0) > RUNS / 100, `row ${row}: ${fired.get(row)}`);
});

test("a row has one name", () => {
  const names = ["inconclusive", "reversed", "inconclusive", "reproduced", "stronger", "weaker", "size-undecided"];
  fc.assert(
    fc.property(evidence, (given) => {
      const { row, outcome } = outcomeOfRatio(given);
      assert.equal(outcome, names[row - 1]);
    }),
    { numRuns: RUNS, seed: 2 },
  );
});
