import assert from "node:assert/strict";
import { test } from "node:test";
import { type BoundEvidence, type Limits, outcomeOfBound } from "../../scripts/verdict/outcome-bound.ts";

const judge = (limits: Limits, low: number, high: number, more: Partial<BoundEvidence> = {}) =>
  outcomeOfBound({
    limits,
    tolerance: 0,
    interval: { low, high },
    rounds: 6,
    forbids: [],
    counted: false,
    ...more,
  });

test("at most 50: reproduced up to 50, outside above it, undecided across it", () => {
  const atMost: Limits = { kind: "at-most", high: 50 };
  assert.equal(judge(atMost, 40, 50).outcome, "reproduced");
  assert.equal(judge(atMost, 50.1, 60).outcome, "outside");
  assert.equal(judge(atMost, 40, 60).outcome, "inconclusive");
  assert.equal(judge(atMost, 0, 0).outcome, "reproduced");
  assert.equal(judge(atMost, -1, 3).outcome, "reproduced");
});

test("at least 50: the mirror image", () => {
  const atLeast: Limits = { kind: "at-least", low: 50 };
  assert.equal(judge(atLeast, 50, 60).outcome, "reproduced");
  assert.equal(judge(atLeast, 40, 49.9).outcome, "outside");
  assert.equal(judge(atLeast, 40, 60).outcome, "inconclusive");
});

test("a range has two limits and says on which side it is missed", () => {
  const range: Limits = { kind: "range", low: 40, high: 60 };
  assert.equal(judge(range, 40, 60).outcome, "reproduced");
  assert.deepEqual(
    [judge(range, 61, 70).reason.code, judge(range, 30, 39).reason.code, judge(range, 30, 70).reason.code],
    ["above-limit", "below-limit", "crosses-limit"],
  );
});

test("a rate known only from below may confirm at-least and never refute it", () => {
  const open = Number.POSITIVE_INFINITY;
  assert.equal(judge({ kind: "at-least", low: 50 }, 55, open).outcome, "reproduced");
  assert.equal(judge({ kind: "at-least", low: 50 }, 45, open).outcome, "inconclusive");
  assert.equal(judge({ kind: "at-most", high: 50 }, 45, open).outcome, "inconclusive");
  assert.equal(judge({ kind: "at-most", high: 50 }, 55, open).outcome, "outside");
});

test("the flip tolerance is what the limit would have to give", () => {
  const atMost: Limits = { kind: "at-most", high: 50 };
  assert.ok(Math.abs((judge(atMost, 40, 60).flipsAtTolerance ?? 0) - 0.2) < 1e-12);
  assert.equal(judge(atMost, 40, 60, { tolerance: 0.25 }).outcome, "reproduced");
  assert.equal(judge(atMost, 40, 45).flipsAtTolerance, null);
  assert.equal(judge(atMost, 40, Number.POSITIVE_INFINITY).flipsAtTolerance, null);
  assert.ok(Math.abs((judge({ kind: "at-least", low: 50 }, 40, 60).flipsAtTolerance ?? 0) - 0.25) < 1e-12);
  assert.equal(judge({ kind: "at-least", low: 50 }, 0, 60).flipsAtTolerance, null);
});

test("too few rounds, a flag or no interval leave it inconclusive, unless it was counted", () => {
  const atMost: Limits = { kind: "at-most", high: 50 };
  assert.equal(judge(atMost, 1, 2, { rounds: 5 }).outcome, "inconclusive");
  assert.equal(judge(atMost, 1, 2, { forbids: ["errors"] }).outcome, "inconclusive");
  assert.equal(judge(atMost, 1, 2, { interval: null }).outcome, "inconclusive");
  assert.equal(judge(atMost, 1, 1, { rounds: 1, counted: true }).outcome, "reproduced");
});

test("limits that cannot be are refused", () => {
  assert.throws(() => judge({ kind: "range", low: 60, high: 40 }, 1, 2), RangeError);
  assert.throws(() => judge({ kind: "at-most", high: 0 }, 1, 2), RangeError);
  assert.throws(() => judge({ kind: "at-least", low: Number.NaN }, 1, 2), RangeError);
  assert.throws(() => judge({ kind: "at-most", high: Number.POSITIVE_INFINITY }, 1, 2), RangeError);
});
