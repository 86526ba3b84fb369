import { bandAround, placeOf } from "./outcome-band.ts";
import { type Evidence, type Interval, openEnds, type Refusal, refusals } from "./outcome-evidence.ts";
import { coveringTolerance } from "./outcome-flip.ts";

/** Confidence of the interval that two one-sided tests at 5 % each amount to. */
export const TWO_ONE_SIDED_CONFIDENCE = 0.9;

export interface EquivalentEvidence extends Evidence {
  /** Share by which the ratio may differ from 1: 0.1 allows 1/1.1 to 1.1. */
  margin: number;
  /** Confidence of the interval; must be 0.9. */
  confidence: number;
  /** The numerator was taken with the load generator at its limit, see `openEnds`. */
  numeratorBound: boolean;
  denominatorBound: boolean;
}

export interface EquivalentOutcome {
  outcome: "reproduced" | "outside" | "inconclusive";
  reason:
    | { code: "refused"; refusals: readonly Refusal[] }
    | { code: "within-margin" }
    | { code: "above-margin" }
    | { code: "below-margin" }
    | { code: "crosses-margin" };
  /** The margin as an interval of ratios. */
  band: Interval;
  /** Margin, as a share, at which the outcome changes to or from `reproduced`; null where none does. */
  flipsAtTolerance: number | null;
}

/**
 * Outcome of "A equals B": `reproduced` when two one-sided tests show it, which is when the 90 % interval of the ratio
 * lies within the margin; `outside` when the interval lies wholly beyond it; otherwise `inconclusive`. An interval that
 * merely holds 1 is not evidence of equality.
 *
 * @throws RangeError for another confidence (a 95 % interval would test at 2.5 %), values out of range, or evidence that
 *   cannot exist
 */
export function outcomeOfEquivalent(evidence: EquivalentEvidence): EquivalentOutcome {
  const { margin, confidence } = evidence;
  if (Math.abs(confidence - TWO_ONE_SIDED_CONFIDENCE) > 1e-9) {
    throw new RangeError(`equivalence is decided by a 90 % interval, got ${confidence}`);
  }
  if (!(margin > 0)) throw new RangeError(`a margin must be positive, got ${margin}`);
  const band = bandAround(1, margin);
  const refused = refusals(evidence);
  if (refused.length > 0 || evidence.interval === null) {
    return {
      outcome: "inconclusive",
      reason: { code: "refused", refusals: refused },
      band,
      flipsAtTolerance: null,
    };
  }
  const interval = openEnds(evidence.interval, evidence.numeratorBound, evidence.denominatorBound);
  const shared = { band, flipsAtTolerance: coveringTolerance(1, interval) };
  switch (placeOf(interval, band)) {
    case "inside":
      return { outcome: "reproduced", reason: { code: "within-margin" }, ...shared };
    case "above":
      return { outcome: "outside", reason: { code: "above-margin" }, ...shared };
    case "below":
      return { outcome: "outside", reason: { code: "below-margin" }, ...shared };
    case "across":
      return { outcome: "inconclusive", reason: { code: "crosses-margin" }, ...shared };
  }
}
