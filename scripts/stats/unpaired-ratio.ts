import { logs, mean, standardDeviation } from "./average.ts";
import { CONFIDENCE } from "./interval.ts";
import { tCritical, tLowerTail, tUpperTail } from "./student-t.ts";

/** Ratio of two series that share no rounds, such as two runs; dimensionless, 1 means no difference. */
export interface UnpairedRatio {
  /** Geometric mean of the numerators ÷ that of the denominators. */
  ratio: number;
  /** Ends of the interval; null where a side has fewer than two rounds. */
  low: number | null;
  high: number | null;
  /** Degrees of freedom by Welch and Satterthwaite; null without an interval. */
  df: number | null;
}

/**
 * Ratio of two series with Welch's t interval on natural logarithms: their spreads may differ, and so may their numbers.
 *
 * Method (Welch 1947): d = mean ln x − mean ln y, its standard error √(s_x²/n_x + s_y²/n_y), degrees of freedom by
 * Welch–Satterthwaite. Where neither side spreads at all the interval is the ratio itself.
 *
 * The interval covers the rounds of the two series, and nothing that makes one run differ from the next as a whole.
 *
 * @throws RangeError for an empty list or a value that is not positive and finite
 */
export function unpairedRatio(
  numerators: readonly number[],
  denominators: readonly number[],
  confidence = CONFIDENCE,
): UnpairedRatio {
  const { difference, spread } = welch(numerators, denominators);
  const ratio = Math.exp(difference);
  if (spread === null) return { ratio, low: null, high: null, df: null };
  const half = tCritical(confidence, spread.df) * spread.error;
  return { ratio, low: Math.exp(difference - half), high: Math.exp(difference + half), df: spread.df };
}

/**
 * One-sided p-values of Welch's t test of the ratio against `bound` rather than 1: `greater` is small where the ratio lies
 * above it, `less` where it lies below. Null where a side has fewer than two rounds. Errors as `unpairedRatio`.
 *
 * @param bound a ratio > 0, such as 1.1 for "more than 10 % larger"
 */
export function unpairedRatioTest(
  numerators: readonly number[],
  denominators: readonly number[],
  bound: number,
): { greater: number; less: number } | null {
  if (!(bound > 0 && Number.isFinite(bound))) throw new RangeError(`a ratio must be positive, got ${bound}`);
  const { difference, spread } = welch(numerators, denominators);
  if (spread === null) return null;
  const distance = difference - Math.log(bound);
  // No spread and no distance: nothing speaks for either side.
  const t = distance === 0 ? 0 : distance / spread.error;
  return { greater: tUpperTail(t, spread.df), less: tLowerTail(t, spread.df) };
}

function welch(
  numerators: readonly number[],
  denominators: readonly number[],
): { difference: number; spread: { error: number; df: number } | null } {
  const [x, y] = [logs(numerators), logs(denominators)];
  const difference = mean(x) - mean(y);
  if (x.length < 2 || y.length < 2) return { difference, spread: null };
  const [a, b] = [standardDeviation(x) ** 2 / x.length, standardDeviation(y) ** 2 / y.length];
  const total = a + b;
  // Any number does where nothing spreads: the error is 0.
  const df = total === 0 ? x.length + y.length - 2 : total ** 2 / (a ** 2 / (x.length - 1) + b ** 2 / (y.length - 1));
  return { difference, spread: { error: Math.sqrt(total), df } };
}
