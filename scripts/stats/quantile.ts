import { requireValues } from "./average.ts";

/**
 * Sample quantile of type 7 (Hyndman & Fan 1996): linear between order statistics at position (n − 1)·q.
 * The default of R and NumPy, so that a reader who recomputes a figure from the records gets the same one.
 *
 * @param values in any order, not changed
 * @param q in [0, 1]
 * @throws RangeError for an empty list, values that are not finite, or q outside [0, 1]
 */
export function quantile(values: readonly number[], q: number): number {
  requireValues("quantile", values);
  if (!(q >= 0 && q <= 1)) throw new RangeError(`a quantile lies in [0, 1], got ${q}`);
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)] as number;
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle value, or the mean of the two middle ones. Errors as `quantile`. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Interquartile range, third minus first quartile (type 7), in the unit of the values. Errors as `quantile`. */
export function iqr(values: readonly number[]): number {
  return quantile(values, 0.75) - quantile(values, 0.25);
}

/** Responses that must lie beyond a percentile before it is printed. */
export const RESPONSES_BEYOND = 100;

/**
 * Whether a percentile of `count` responses has enough of them beyond it to mean something: p99 needs 10,000.
 * Otherwise it is missing, not printed.
 *
 * @param q in [0, 1], such as 0.99
 */
export function percentileIsSupported(q: number, count: number): boolean {
  // Slack for rounding alone: (1 − 0.99)·10,000 is 100.00000000000009 or 99.99999999999999 depending on the level.
  return (1 - q) * count >= RESPONSES_BEYOND - 1e-6;
}
