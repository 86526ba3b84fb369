import type { Interval } from "./outcome-evidence.ts";

/**
 * The tolerance at which the answer to "is this reproduced?" changes: below it no, from it on yes.
 *
 * Closed form. [low, high] lies in [p/(1 + t), p·(1 + t)] exactly when 1 + t ≥ p/low and 1 + t ≥ high/p, so
 * t = max(p/low, high/p) − 1.
 *
 * @param published p, > 0
 * @param interval in the unit of p
 * @returns a share; null where no tolerance changes the answer: an open end is never covered, and an interval that is
 *   the published figure itself is reproduced at every tolerance
 */
export function coveringTolerance(published: number, interval: Interval): number | null {
  return wideningThatCovers({ low: published, high: published }, interval);
}

/**
 * The same for limits that have a width: the smallest t for which [limits.low/(1 + t), limits.high·(1 + t)] holds the
 * interval. Null where they hold it already, or where an open end is not held by any t.
 */
export function wideningThatCovers(limits: Interval, interval: Interval): number | null {
  const below = limits.low === Number.NEGATIVE_INFINITY ? 0 : factorDown(limits.low, interval.low);
  const above = limits.high === Number.POSITIVE_INFINITY ? 0 : interval.high / limits.high;
  const tolerance = Math.max(below, above) - 1;
  return tolerance > 0 && Number.isFinite(tolerance) ? tolerance : null;
}

/** Dividing a positive limit never gets it down to 0 or below. */
function factorDown(limit: number, end: number): number {
  return end > 0 ? limit / end : Number.POSITIVE_INFINITY;
}
