import assert from "node:assert/strict";
import { test } from "node:test";
import { holm } from "../../scripts/stats/holm.ts";

const near = (actual: number[], expected: number[]) =>
  assert.deepEqual(
    actual.map((p) => Number(p.toFixed(12))),
    expected,
  );

test("the i-th smallest of m is multiplied by m − i + 1, and the order given is kept", () => {
  // Sorted 0.005 0.01 0.03 0.04 → ×4 0.02, ×3 0.03, ×2 0.06, ×1 0.04 raised to 0.06.
  near(holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
});

test("a single p-value is its own, and adjusted values are capped at 1", () => {
  near(holm([0.04]), [0.04]);
  near(holm([0.6, 0.7, 0.8]), [1, 1, 1]);
  assert.deepEqual(holm([]), []);
});

test("equal p-values are adjusted alike", () => {
  near(holm([0.02, 0.02, 0.02]), [0.06, 0.06, 0.06]);
});

test("numbers that are no probabilities are refused", () => {
  assert.throws(() => holm([0.5, 1.2]), RangeError);
  assert.throws(() => holm([Number.NaN]), RangeError);
});
