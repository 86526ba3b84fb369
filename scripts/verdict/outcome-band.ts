import type { Interval } from "./outcome-evidence.ts";

/** Tolerance of a relation between subjects where the claim gives none, as a share. */
export const RELATION_TOLERANCE = 0.25;
/** Tolerance of an absolute figure in bytes where the claim gives none, as a share. */
export const ABSOLUTE_TOLERANCE = 0.1;

/** Where an interval lies with respect to a band. */
export type Place = "inside" | "above" | "below" | "across";

/**
 * The values that count as the published one: [published ÷ (1 + tol), published × (1 + tol)], ends included. By factors
 * on both sides, so that a ratio and its inverse are judged alike.
 *
 * @param published > 0, in any unit
 * @param tolerance ≥ 0, as a share: 0.25 for 25 %
 * @throws RangeError outside these ranges
 */
export function bandAround(published: number, tolerance: number): Interval {
  if (!(published > 0 && Number.isFinite(published))) {
    throw new RangeError(`a published value must be positive and finite, got ${published}`);
  }
  checkTolerance(tolerance);
  return { low: published / (1 + tolerance), high: published * (1 + tolerance) };
}

/** @throws RangeError for a tolerance that is negative, infinite or not a number */
export function checkTolerance(tolerance: number): void {
  if (!(tolerance >= 0 && Number.isFinite(tolerance))) {
    throw new RangeError(`a tolerance must be a share of 0 or more, got ${tolerance}`);
  }
}

/** "inside": wholly in the band, ends included. "above" and "below": no value shared. "across": some in, some out. */
export function placeOf(interval: Interval, band: Interval): Place {
  if (interval.low > band.high) return "above";
  if (interval.high < band.low) return "below";
  if (interval.low >= band.low && interval.high <= band.high) return "inside";
  return "across";
}
