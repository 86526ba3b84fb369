import { logs, mean, requireValues, standardDeviation } from "./average.ts";
import { tCritical } from "./student-t.ts";

/** Two-sided confidence of every interval that is printed, unless it says otherwise. */
export const CONFIDENCE = 0.95;

/** A value with its interval, in the unit of the measurements. One round gives a value and no interval. */
export interface Estimate {
  value: number;
  /** Lower end; null where there are too few rounds for an interval. */
  low: number | null;
  /** Upper end; null where there are too few rounds for an interval. */
  high: number | null;
  /** Rounds the interval rests on: one value a round. */
  rounds: number;
  /** How it was made, as printed beside it. */
  method: string;
}

/**
 * Arithmetic mean of one arm with Student's t interval over rounds: mean ± t·s/√n.
 * For values that may be 0 or are counts; the lower end may fall below 0 and is not clipped, since clipping would hide
 * that the spread is too wide for the method.
 *
 * @param values one a round
 * @throws RangeError for an empty list or values that are not finite
 */
export function meanInterval(values: readonly number[], confidence = CONFIDENCE): Estimate {
  requireValues("mean", values);
  const method = "mean, t interval over rounds";
  const value = mean(values);
  const rounds = values.length;
  if (rounds < 2) return { value, low: null, high: null, rounds, method };
  const half = halfWidth(values, confidence);
  return { value, low: value - half, high: value + half, rounds, method };
}

/**
 * Geometric mean of one arm with Student's t interval on natural logarithms, turned back: exp(m ± t·s/√n).
 * For positive quantities whose noise is proportional, such as rates, times and sizes.
 *
 * @param values one a round, all > 0
 * @throws RangeError for an empty list or a value that is not positive and finite
 */
export function meanLogInterval(values: readonly number[], confidence = CONFIDENCE): Estimate {
  requireValues("geometric mean", values);
  const method = "geometric mean, t interval on logs over rounds";
  const logged = logs(values);
  const centre = mean(logged);
  const rounds = values.length;
  if (rounds < 2) return { value: Math.exp(centre), low: null, high: null, rounds, method };
  const half = halfWidth(logged, confidence);
  return { value: Math.exp(centre), low: Math.exp(centre - half), high: Math.exp(centre + half), rounds, method };
}

/** Half the width of the t interval of a mean: t(confidence, n − 1)·s/√n, for two values or more. */
export function halfWidth(values: readonly number[], confidence: number): number {
  const n = values.length;
  return (tCritical(confidence, n - 1) * standardDeviation(values)) / Math.sqrt(n);
}
