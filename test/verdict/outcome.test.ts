import assert from "node:assert/strict";
import { test } from "node:test";
import { outcomeOfRatio, type RatioEvidence } from "../../scripts/verdict/outcome.ts";

// Published 2.0 at 25 %: the band is [2/1.25, 2 · 1.25] = [1.6, 2.5].
const evidence = (low: number, high: number, more: Partial<RatioEvidence> = {}): RatioEvidence => ({
  published: 2,
  tolerance: 0.25,
  interval: { low, high },
  rounds: 6,
  forbids: [],
  numeratorBound: false,
  denominatorBound: false,
  ...more,
});

const TABLE: [what: string, RatioEvidence, row: number, outcome: string][] = [
  ["five rounds", evidence(1.9, 2.1, { rounds: 5 }), 1, "inconclusive"],
  ["a flag that forbids", evidence(1.9, 2.1, { forbids: ["errors"] }), 1, "inconclusive"],
  ["no interval", evidence(1.9, 2.1, { interval: null }), 1, "inconclusive"],
  ["an interval below 1", evidence(0.5, 0.99), 2, "reversed"],
  ["an interval that ends at 1", evidence(0.5, 1), 3, "inconclusive"],
  ["an interval around 1", evidence(0.9, 2.1), 3, "inconclusive"],
  ["an interval that starts at 1", evidence(1, 2.1), 3, "inconclusive"],
  ["an interval in the band", evidence(1.9, 2.1), 4, "reproduced"],
  ["an interval that is the band", evidence(1.6, 2.5), 4, "reproduced"],
  ["an interval above the band", evidence(2.51, 3), 5, "stronger"],
  ["an interval below the band", evidence(1.1, 1.59), 6, "weaker"],
  ["an interval over the lower edge", evidence(1.5, 2.1), 7, "size-undecided"],
  ["an interval over the upper edge", evidence(1.9, 2.6), 7, "size-undecided"],
  ["an interval that touches the upper edge from above", evidence(2.5, 3), 7, "size-undecided"],
  ["an interval that touches the lower edge from below", evidence(1.2, 1.6), 7, "size-undecided"],
];

for (const [what, given, row, outcome] of TABLE) {
  test(`${what} is ${outcome}`, () => {
    const result = outcomeOfRatio(given);
    assert.deepEqual([result.row, result.outcome], [row, outcome]);
  });
}

test("a published ratio below 1 is turned over together with its interval", () => {
  // 0.5 measured as [0.4, 0.5] is 2 measured as [2, 2.5]
  const result = outcomeOfRatio(evidence(0.4, 0.5, { published: 0.5 }));
  assert.deepEqual(result.oriented, {
    published: 2,
    band: { low: 1.6, high: 2.5 },
    interval: { low: 2, high: 2.5 },
    inverted: true,
  });
  assert.equal(result.outcome, "reproduced");
  assert.equal(outcomeOfRatio(evidence(1.1, 1.2, { published: 0.5 })).outcome, "reversed");
});

test("a bounded numerator is at least so large: no upper end, so never reproduced, weaker or reversed", () => {
  const bounded = (low: number, high: number) => outcomeOfRatio(evidence(low, high, { numeratorBound: true })).outcome;
  assert.equal(bounded(1.9, 2.1), "size-undecided");
  assert.equal(bounded(1.1, 1.2), "size-undecided");
  assert.equal(bounded(0.5, 0.6), "inconclusive");
  assert.equal(bounded(2.6, 2.7), "stronger");
});

test("a bounded denominator is at least so large: no lower end, so only a reversal can be said", () => {
  const bounded = (low: number, high: number) =>
    outcomeOfRatio(evidence(low, high, { denominatorBound: true })).outcome;
  assert.equal(bounded(1.9, 2.1), "inconclusive");
  assert.equal(bounded(2.6, 2.7), "inconclusive");
  assert.equal(bounded(0.5, 0.6), "reversed");
});

test("turning a ratio over swaps what the bounds mean", () => {
  const over = { published: 0.5 };
  // The bounded denominator becomes the numerator: [0.4, 0.5] → [2, ∞).
  const denominator = outcomeOfRatio(evidence(0.4, 0.5, { ...over, denominatorBound: true }));
  assert.deepEqual(denominator.oriented.interval, { low: 2, high: Number.POSITIVE_INFINITY });
  assert.equal(denominator.outcome, "size-undecided");
  const numerator = outcomeOfRatio(evidence(0.4, 0.5, { ...over, numeratorBound: true }));
  assert.deepEqual(numerator.oriented.interval, { low: 0, high: 2.5 });
  assert.equal(numerator.outcome, "inconclusive");
});

test("with both arms bounded nothing is known of the ratio", () => {
  const both = { numeratorBound: true, denominatorBound: true };
  assert.equal(outcomeOfRatio(evidence(1.9, 2.1, both)).outcome, "inconclusive");
  assert.equal(outcomeOfRatio(evidence(0.1, 0.2, both)).outcome, "inconclusive");
});

test("the reason carries what a report needs to explain the row", () => {
  assert.deepEqual(
    outcomeOfRatio(evidence(1, 2, { rounds: 2, forbids: ["errors", "unstable"], interval: null })).reason,
    {
      code: "refused",
      refusals: [
        { why: "too-few-rounds", rounds: 2, needed: 6 },
        { why: "forbidden", flags: ["errors", "unstable"] },
        { why: "no-interval" },
      ],
    },
  );
  assert.deepEqual(outcomeOfRatio(evidence(1.5, 2.6)).reason, { code: "interval-crosses-band", ends: ["low", "high"] });
  assert.deepEqual(outcomeOfRatio(evidence(1.5, 2.1)).reason, { code: "interval-crosses-band", ends: ["low"] });
  assert.deepEqual(outcomeOfRatio(evidence(1.9, 2.1)).reason, { code: "interval-in-band" });
});

test("a band that reaches below 1 reproduces nothing that may be no difference", () => {
  // Published 1.1: the band is [0.88, 1.375]; [0.95, 1.2] lies in it and is undecided all the same.
  assert.equal(outcomeOfRatio(evidence(0.95, 1.2, { published: 1.1 })).outcome, "inconclusive");
  assert.equal(outcomeOfRatio(evidence(1.01, 1.2, { published: 1.1 })).outcome, "reproduced");
});

test("a ratio of 1 has no direction, and evidence that cannot exist is refused rather than inconclusive", () => {
  assert.throws(() => outcomeOfRatio(evidence(0.9, 1.1, { published: 1 })), /equivalence/);
  for (const bad of [
    evidence(2, 1),
    evidence(-1, 1),
    evidence(Number.NaN, 1),
    evidence(1, Number.NaN),
    evidence(0, 0),
    evidence(1, 2, { rounds: 5.5 }),
    evidence(1, 2, { tolerance: -0.1 }),
    evidence(1, 2, { published: 0 }),
    evidence(1, 2, { published: Number.POSITIVE_INFINITY }),
  ]) {
    assert.throws(() => outcomeOfRatio(bad), RangeError);
  }
});
