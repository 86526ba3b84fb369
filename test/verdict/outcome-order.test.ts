import assert from "node:assert/strict";
import { test } from "node:test";
import { type AdjacentPair, outcomeOfOrder } from "../../scripts/verdict/outcome-order.ts";

const pair = (ratio: number | null, adjustedP: number | null, more: Partial<AdjacentPair> = {}): AdjacentPair => ({
  ratio,
  adjustedP,
  rounds: 6,
  forbids: [],
  numeratorBound: false,
  denominatorBound: false,
  ...more,
});
const outcome = (...pairs: AdjacentPair[]) => outcomeOfOrder(pairs).outcome;

test("an order holds when every neighbour is significantly higher than the next", () => {
  assert.equal(outcome(pair(1.5, 0.01), pair(1.2, 0.04)), "reproduced");
});

test("one pair that is not significant leaves it open, whichever way it points", () => {
  assert.equal(outcome(pair(1.5, 0.01), pair(1.2, 0.06)), "inconclusive");
  assert.equal(outcome(pair(1.5, 0.01), pair(0.9, 0.06)), "inconclusive");
  assert.equal(outcome(pair(1.5, 0.05)), "inconclusive");
});

test("one pair significantly the other way reverses it, even where others cannot be judged", () => {
  assert.equal(outcome(pair(1.5, 0.01), pair(0.8, 0.02)), "reversed");
  assert.equal(outcome(pair(1.5, 0.01, { rounds: 2 }), pair(0.8, 0.02)), "reversed");
});

test("a pair with few rounds, a flag or no ratio is undecided and says why", () => {
  const { outcome: result, pairs } = outcomeOfOrder([
    pair(1.5, 0.01),
    pair(0.5, 0.001, { rounds: 5 }),
    pair(0.5, 0.001, { forbids: ["errors"] }),
    pair(null, null),
  ]);
  assert.equal(result, "inconclusive");
  assert.deepEqual(pairs, [
    { state: "confirmed", refusals: [] },
    { state: "undecided", refusals: [{ why: "too-few-rounds", rounds: 5, needed: 6 }] },
    { state: "undecided", refusals: [{ why: "forbidden", flags: ["errors"] }] },
    { state: "undecided", refusals: [{ why: "no-interval" }] },
  ]);
});

test("a bound allows only the conclusion it cannot undo", () => {
  assert.equal(outcome(pair(1.5, 0.01, { numeratorBound: true })), "reproduced");
  assert.equal(outcome(pair(0.5, 0.01, { numeratorBound: true })), "inconclusive");
  assert.equal(outcome(pair(1.5, 0.01, { denominatorBound: true })), "inconclusive");
  assert.equal(outcome(pair(0.5, 0.01, { denominatorBound: true })), "reversed");
});

test("no pairs, and numbers that cannot be, are refused", () => {
  assert.throws(() => outcomeOfOrder([]), RangeError);
  assert.throws(() => outcome(pair(0, 0.01)), RangeError);
  assert.throws(() => outcome(pair(1.5, 1.1)), RangeError);
  assert.throws(() => outcome(pair(1.5, 0.01, { rounds: -1 })), RangeError);
});
