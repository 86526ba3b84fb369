import { logs, mean, standardDeviation } from "./average.ts";
import { CONFIDENCE, halfWidth } from "./interval.ts";
import { tLowerTail, tTwoSidedP, tUpperTail } from "./student-t.ts";

/** Ratio of two arms with its interval; dimensionless, 1 means no difference. */
export interface RatioEstimate {
  /** Geometric mean over rounds of numerator ÷ denominator. */
  ratio: number;
  /** Lower end; null with fewer than two rounds. */
  low: number | null;
  /** Upper end; null with fewer than two rounds. */
  high: number | null;
  /** Pairs, one a round. */
  rounds: number;
  method: string;
}

/** Student's t test of "the log ratio is 0": the statistic and its p-values. */
export interface RatioTest {
  t: number;
  df: number;
  /** Chance of a difference at least this large in either direction, were there none. */
  twoSided: number;
  /** Small where the ratio is above 1. */
  greater: number;
  /** Small where the ratio is below 1. */
  less: number;
}

/**
 * Natural logarithms of numerator ÷ denominator, one a round. Pairing within a round removes what both arms of the
 * round share: the hour, the frequency of the clock, the neighbours on the machine.
 *
 * @param numerators one a round, > 0
 * @param denominators the same rounds in the same order, > 0
 * @throws RangeError for lists that are empty or of unequal length, or a value that is not positive and finite
 */
export function pairedLogRatios(numerators: readonly number[], denominators: readonly number[]): number[] {
  if (numerators.length !== denominators.length) {
    throw new RangeError(`rounds do not pair: ${numerators.length} numerators, ${denominators.length} denominators`);
  }
  if (numerators.length === 0) throw new RangeError("a ratio of no rounds");
  const below = logs(denominators);
  return logs(numerators).map((log, round) => log - (below[round] as number));
}

/**
 * Ratio of two arms, paired within a round, with Student's t interval over rounds on the natural log of the ratio.
 * The interval is missing with fewer than two rounds, and is the verdict's business with fewer than six.
 *
 * Errors as `pairedLogRatios`.
 */
export function pairedRatio(
  numerators: readonly number[],
  denominators: readonly number[],
  confidence = CONFIDENCE,
): RatioEstimate {
  const ratios = pairedLogRatios(numerators, denominators);
  const centre = mean(ratios);
  const rounds = ratios.length;
  const method = "t interval on paired logs";
  if (rounds < 2) return { ratio: Math.exp(centre), low: null, high: null, rounds, method };
  const half = halfWidth(ratios, confidence);
  return { ratio: Math.exp(centre), low: Math.exp(centre - half), high: Math.exp(centre + half), rounds, method };
}

/**
 * p-values of the same pairs, for Holm's correction over several relations; null with fewer than two rounds.
 * A ratio that is the same in every round has an infinite t; where that ratio is 1, t is 0: no difference to show.
 *
 * Errors as `pairedLogRatios`.
 */
export function pairedRatioTest(numerators: readonly number[], denominators: readonly number[]): RatioTest | null {
  const ratios = pairedLogRatios(numerators, denominators);
  if (ratios.length < 2) return null;
  const df = ratios.length - 1;
  const t = tStatistic(ratios, 0);
  return { t, df, twoSided: tTwoSidedP(t, df), greater: tUpperTail(t, df), less: tLowerTail(t, df) };
}

/** (mean − hypothesis) ÷ (s/√n), for two values or more; ±Infinity where nothing spreads, 0 where nothing differs. */
export function tStatistic(values: readonly number[], hypothesis: number): number {
  const distance = mean(values) - hypothesis;
  if (distance === 0) return 0;
  return distance / (standardDeviation(values) / Math.sqrt(values.length));
}
