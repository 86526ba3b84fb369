import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { outcomeOfRatio } from "../../scripts/verdict/outcome.ts";
import { awayFromEdges, evidence, logUniform } from "./outcome-arbitraries.ts";

const RUNS = 5_000;

test("telling a claim the other way round changes nothing", () => {
  fc.assert(
    fc.property(evidence, (given) => {
      fc.pre(awayFromEdges(given));
      const mirrored = outcomeOfRatio({
        ...given,
        published: 1 / given.published,
        interval: given.interval && { low: 1 / given.interval.high, high: 1 / given.interval.low },
        numeratorBound: given.denominatorBound,
        denominatorBound: given.numeratorBound,
      });
      const { row, reason, flipsAtTolerance } = outcomeOfRatio(given);
      assert.equal(mirrored.row, row);
      assert.deepEqual(mirrored.reason, reason);
      assert.ok(
        Math.abs((mirrored.flipsAtTolerance ?? -1) - (flipsAtTolerance ?? -1)) <= 1e-9 * (flipsAtTolerance ?? 1),
      );
    }),
    { numRuns: RUNS, seed: 3 },
  );
});

test("a larger measured ratio never moves the outcome of a claim of more towards reversed", () => {
  const rank = [Number.NaN, Number.NaN, 0, 1, 3, 4, 2, 3];
  fc.assert(
    fc.property(evidence, logUniform(1, 10), (given, factor) => {
      fc.pre(given.published > 1 && given.interval !== null);
      const before = outcomeOfRatio(given).row;
      const { low, high } = given.interval ?? { low: 1, high: 1 };
      const after = outcomeOfRatio({ ...given, interval: { low: low * factor, high: high * factor } }).row;
      if (before === 1) assert.equal(after, 1);
      else assert.ok((rank[after] as number) >= (rank[before] as number), `row ${before} became ${after}`);
    }),
    { numRuns: RUNS, seed: 4 },
  );
});

test("a wider tolerance never undoes reproduced, and never makes a direction", () => {
  fc.assert(
    fc.property(evidence, fc.double({ min: 0, max: 2, noNaN: true }), (given, extra) => {
      const before = outcomeOfRatio(given).row;
      const after = outcomeOfRatio({ ...given, tolerance: given.tolerance + extra }).row;
      if (before <= 4) assert.equal(after, before);
      else assert.ok(after === before || after === 4 || after === 7, `row ${before} became ${after}`);
    }),
    { numRuns: RUNS, seed: 5 },
  );
});

test("a narrower interval within the old one keeps every row that decided something", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(evidence, share, share, (given, a, b) => {
      fc.pre(given.interval !== null && !given.numeratorBound && !given.denominatorBound);
      const { row } = outcomeOfRatio(given);
      fc.pre(row !== 3 && row !== 7);
      const { low, high } = given.interval ?? { low: 1, high: 1 };
      const inner = (s: number) => Math.min(high, low + (high - low) * s);
      const narrower = { low: inner(Math.min(a, b)), high: inner(Math.max(a, b)) };
      assert.equal(outcomeOfRatio({ ...given, interval: narrower }).row, row);
    }),
    { numRuns: RUNS, seed: 6 },
  );
});

test("the flip tolerance is where reproduced begins, and null is where no tolerance changes it", () => {
  fc.assert(
    fc.property(evidence, (given) => {
      const { flipsAtTolerance: flip, row } = outcomeOfRatio(given);
      const reproducedAt = (tol: number) => outcomeOfRatio({ ...given, tolerance: tol }).outcome === "reproduced";
      if (flip === null) {
        assert.equal(reproducedAt(1e-9), reproducedAt(1e9));
        return;
      }
      assert.ok(row >= 4);
      assert.ok(reproducedAt(flip * (1 + 1e-9) + 1e-12));
      fc.pre(flip > 1e-9);
      assert.ok(!reproducedAt(flip * (1 - 1e-6)));
    }),
    { numRuns: RUNS, seed: 7 },
  );
});
