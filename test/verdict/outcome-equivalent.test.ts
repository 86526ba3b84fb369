import assert from "node:assert/strict";
import { test } from "node:test";
import { type EquivalentEvidence, outcomeOfEquivalent } from "../../scripts/verdict/outcome-equivalent.ts";

// A margin of 25 % is [0.8, 1.25].
const judge = (low: number, high: number, more: Partial<EquivalentEvidence> = {}) =>
  outcomeOfEquivalent({
    margin: 0.25,
    confidence: 0.9,
    interval: { low, high },
    rounds: 6,
    forbids: [],
    numeratorBound: false,
    denominatorBound: false,
    ...more,
  });

test("equal is shown by an interval within the margin, whether or not it holds 1", () => {
  assert.equal(judge(0.9, 1.1).outcome, "reproduced");
  assert.equal(judge(1.05, 1.1).outcome, "reproduced");
});

test("an interval that holds 1 and leaves the margin shows nothing", () => {
  assert.equal(judge(0.7, 1.1).outcome, "inconclusive");
  assert.equal(judge(0.5, 2).outcome, "inconclusive");
});

test("an interval wholly beyond the margin is outside, on either side", () => {
  assert.deepEqual([judge(1.3, 1.4).outcome, judge(1.3, 1.4).reason.code], ["outside", "above-margin"]);
  assert.deepEqual([judge(0.6, 0.7).outcome, judge(0.6, 0.7).reason.code], ["outside", "below-margin"]);
});

test("swapping the arms changes nothing", () => {
  for (const [low, high] of [
    [0.9, 1.2],
    [0.7, 1.1],
    [1.3, 1.4],
    [1.1, 1.3],
  ] as const) {
    assert.equal(judge(1 / high, 1 / low).outcome, judge(low, high).outcome);
  }
});

test("an arm at the generator's limit cannot be shown equal, but may be shown different", () => {
  assert.equal(judge(0.95, 1.05, { numeratorBound: true }).outcome, "inconclusive");
  assert.equal(judge(1.3, 1.4, { numeratorBound: true }).outcome, "outside");
  assert.equal(judge(0.6, 0.7, { denominatorBound: true }).outcome, "outside");
  assert.equal(judge(1.3, 1.4, { denominatorBound: true }).outcome, "inconclusive");
});

test("the margin at which it flips is the larger distance from 1, as a factor", () => {
  assert.ok(Math.abs((judge(0.8, 1.1).flipsAtTolerance ?? 0) - 0.25) < 1e-12);
  assert.equal(judge(1, 1).flipsAtTolerance, null);
});

test("too few rounds, a flag or no interval leave it inconclusive", () => {
  assert.equal(judge(0.9, 1.1, { rounds: 5 }).outcome, "inconclusive");
  assert.equal(judge(0.9, 1.1, { forbids: ["unstable"] }).outcome, "inconclusive");
  assert.equal(judge(0.9, 1.1, { interval: null }).outcome, "inconclusive");
});

test("a 95 % interval tests something else and is refused, as is a margin of 0", () => {
  assert.throws(() => judge(0.9, 1.1, { confidence: 0.95 }), /90 %/);
  assert.throws(() => judge(0.9, 1.1, { margin: 0 }), RangeError);
});
