import { bandAround, placeOf } from "./outcome-band.ts";
import { type Evidence, type Interval, openEnds, type Refusal, refusals } from "./outcome-evidence.ts";
import { coveringTolerance } from "./outcome-flip.ts";

export type RatioOutcomeName = "inconclusive" | "reversed" | "reproduced" | "stronger" | "weaker" | "size-undecided";

/** A published ratio and what was measured of it. */
export interface RatioEvidence extends Evidence {
  /** Published ratio, numerator ÷ denominator; > 0 and not 1. */
  published: number;
  /** Half-width of the band as a share. */
  tolerance: number;
  /** The numerator was taken with the load generator at its limit: the true value is at least the measured one. */
  numeratorBound: boolean;
  /** The same of the denominator. */
  denominatorBound: boolean;
}

/** Why a row fired. All ratios are oriented: the published one is above 1. */
export type RatioReason =
  | { code: "refused"; refusals: readonly Refusal[] }
  | { code: "interval-below-one" }
  | { code: "interval-reaches-one" }
  | { code: "interval-in-band" }
  | { code: "interval-above-band" }
  | { code: "interval-below-band" }
  | { code: "interval-crosses-band"; ends: readonly ("low" | "high")[] };

export interface RatioOutcome {
  outcome: RatioOutcomeName;
  /** Row of the table in method.md that fired, 1 to 7. */
  row: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  reason: RatioReason;
  oriented: OrientedRatio;
  /** Tolerance, as a share, at which the outcome changes to or from `reproduced`; null where none does. */
  flipsAtTolerance: number | null;
}

/** The same claim told so that the published ratio is above 1. */
export interface OrientedRatio {
  published: number;
  band: Interval;
  /** Bounded ends opened; null where there is no interval. */
  interval: Interval | null;
  /** Whether numerator and denominator changed places. */
  inverted: boolean;
}

/**
 * Outcome of one relation between two subjects. The rows are tried in order and the first that fits fires; the last
 * always fits, so exactly one does.
 *
 * @throws RangeError for a published ratio of 1 (that is an equivalence, which noise alone must not confirm), values out
 *   of range, or evidence that cannot exist
 */
export function outcomeOfRatio(evidence: RatioEvidence): RatioOutcome {
  const oriented = orient(evidence);
  const { interval, band } = oriented;
  const fires = (row: RatioOutcome["row"], outcome: RatioOutcomeName, reason: RatioReason): RatioOutcome => ({
    outcome,
    row,
    reason,
    oriented,
    flipsAtTolerance: row >= 4 && interval !== null ? coveringTolerance(oriented.published, interval) : null,
  });

  const refused = refusals(evidence);
  if (refused.length > 0 || interval === null) {
    return fires(1, "inconclusive", { code: "refused", refusals: refused });
  }
  if (interval.high < 1) return fires(2, "reversed", { code: "interval-below-one" });
  if (interval.low <= 1) return fires(3, "inconclusive", { code: "interval-reaches-one" });
  switch (placeOf(interval, band)) {
    case "inside":
      return fires(4, "reproduced", { code: "interval-in-band" });
    case "above":
      return fires(5, "stronger", { code: "interval-above-band" });
    case "below":
      return fires(6, "weaker", { code: "interval-below-band" });
    case "across": {
      const low = interval.low < band.low ? (["low"] as const) : [];
      const high = interval.high > band.high ? (["high"] as const) : [];
      return fires(7, "size-undecided", { code: "interval-crosses-band", ends: [...low, ...high] });
    }
  }
}

/** Turns a ratio below 1 over, with its interval and the meaning of its bounds. Errors as `outcomeOfRatio`. */
export function orient(evidence: RatioEvidence): OrientedRatio {
  const { published, tolerance } = evidence;
  if (published === 1) throw new RangeError("a published ratio of 1 has no direction: judge it as an equivalence");
  const inverted = published < 1;
  const upright = inverted ? 1 / published : published;
  // Opened before turning: 1/0 and 1/Infinity then carry the bounds over to the other end by themselves.
  const opened =
    evidence.interval === null ? null : openEnds(evidence.interval, evidence.numeratorBound, evidence.denominatorBound);
  const interval = opened !== null && inverted ? { low: 1 / opened.high, high: 1 / opened.low } : opened;
  return { published: upright, band: bandAround(upright, tolerance), interval, inverted };
}
