import { checkTolerance, placeOf } from "./outcome-band.ts";
import { type Evidence, type Interval, type Refusal, refusals } from "./outcome-evidence.ts";
import { wideningThatCovers } from "./outcome-flip.ts";

/** What a claim allows, ends included: "at most 50 ms", "at least 100,000 a second", "40 to 60 MB". */
export type Limits =
  | { kind: "at-most"; high: number }
  | { kind: "at-least"; low: number }
  | { kind: "range"; low: number; high: number };

export interface BoundEvidence extends Evidence {
  /** In the unit of the interval. */
  limits: Limits;
  /** Widens the limits as a share; 0 takes the words as they stand, which is what a limit means. */
  tolerance: number;
  /** Counted exactly rather than sampled: one reading is enough. */
  counted: boolean;
}

export interface BoundOutcome {
  outcome: "reproduced" | "outside" | "inconclusive";
  reason:
    | { code: "refused"; refusals: readonly Refusal[] }
    | { code: "within-limits" }
    | { code: "above-limit" }
    | { code: "below-limit" }
    | { code: "crosses-limit" };
  /** Tolerance, as a share, from which on the claim would be reproduced; null where it is without any, or never is. */
  flipsAtTolerance: number | null;
}

/**
 * Outcome of a limit: `reproduced` when the whole interval respects it, `outside` when none of it does, otherwise
 * `inconclusive`. A value that is itself only bounded comes with an infinite end: a rate taken with a busy generator may
 * confirm "at least" and never refute it.
 *
 * @throws RangeError for limits that are not positive or in the wrong order, or evidence that cannot exist
 */
export function outcomeOfBound(evidence: BoundEvidence): BoundOutcome {
  const { interval, tolerance, counted } = evidence;
  const limits = asInterval(evidence.limits);
  checkTolerance(tolerance);
  const refused = refusals(evidence, counted);
  if (refused.length > 0 || interval === null) {
    return { outcome: "inconclusive", reason: { code: "refused", refusals: refused }, flipsAtTolerance: null };
  }
  const flipsAtTolerance = wideningThatCovers(limits, interval);
  const widened = { low: limits.low / (1 + tolerance), high: limits.high * (1 + tolerance) };
  switch (placeOf(interval, widened)) {
    case "inside":
      return { outcome: "reproduced", reason: { code: "within-limits" }, flipsAtTolerance };
    case "above":
      return { outcome: "outside", reason: { code: "above-limit" }, flipsAtTolerance };
    case "below":
      return { outcome: "outside", reason: { code: "below-limit" }, flipsAtTolerance };
    case "across":
      return { outcome: "inconclusive", reason: { code: "crosses-limit" }, flipsAtTolerance };
  }
}

function asInterval(limits: Limits): Interval {
  const low = limits.kind === "at-most" ? Number.NEGATIVE_INFINITY : limits.low;
  const high = limits.kind === "at-least" ? Number.POSITIVE_INFINITY : limits.high;
  const lowIsGood = limits.kind === "at-most" || (low > 0 && Number.isFinite(low));
  const highIsGood = limits.kind === "at-least" || (high > 0 && Number.isFinite(high));
  if (!(lowIsGood && highIsGood && low <= high)) {
    throw new RangeError(`limits must be positive and in order, got [${low}, ${high}]`);
  }
  return { low, high };
}
