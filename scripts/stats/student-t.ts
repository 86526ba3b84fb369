import { bisect } from "./bisect.ts";
import { incompleteBeta } from "./incomplete-beta.ts";

/**
 * Two-sided p-value of a t statistic: the chance of |T| ≥ |t| under Student's t with `df` degrees of freedom.
 *
 * Identity: p = I_{df/(df + t²)}(df/2, 1/2) (Abramowitz & Stegun 26.7.1, 26.5.27). Taken from the tail, so that a small
 * p keeps its relative accuracy; an infinite t (no spread at all) gives 0.
 *
 * @throws RangeError when df is not positive or t is NaN
 */
export function tTwoSidedP(t: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`Student's t needs positive degrees of freedom, got ${df}`);
  if (Number.isNaN(t)) throw new RangeError("Student's t: the statistic is not a number");
  if (!Number.isFinite(t)) return 0;
  const total = df + t * t;
  return incompleteBeta(df / total, df / 2, 0.5, (t * t) / total);
}

/** Chance of T ≥ t under Student's t with `df` degrees of freedom: the one-sided p-value against "greater". */
export function tUpperTail(t: number, df: number): number {
  const half = tTwoSidedP(t, df) / 2;
  return t >= 0 ? half : 1 - half;
}

/** Chance of T ≤ t under Student's t with `df` degrees of freedom: the one-sided p-value against "less". */
export function tLowerTail(t: number, df: number): number {
  return tUpperTail(-t, df);
}

/**
 * Two-sided critical value of Student's t: the t for which |T| ≤ t with probability `confidence`.
 *
 * At 0.95 and 5 degrees of freedom: 2.5706. For a Holm- or Bonferroni-adjusted level, pass 1 − α/m.
 *
 * @param confidence in (0, 1), such as 0.95
 * @param df degrees of freedom, > 0
 * @throws RangeError outside these ranges
 */
export function tCritical(confidence: number, df: number): number {
  const key = `${confidence} ${df}`;
  const known = CRITICAL.get(key);
  if (known !== undefined) return known;
  const found = searched(confidence, df);
  CRITICAL.set(key, found);
  return found;
}

/** Found before: nearly every interval of a run is over the same number of rounds, and a search takes some fifty steps. */
const CRITICAL = new Map<string, number>();

function searched(confidence: number, df: number): number {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence must be in (0, 1), got ${confidence}`);
  const alpha = 1 - confidence;
  let high = 1;
  while (tTwoSidedP(high, df) > alpha) high *= 2;
  // −p increases with t, which is what bisect wants.
  return bisect((t) => -tTwoSidedP(t, df), -alpha, 0, high);
}
