import { pairedLogRatios, pairedRatio, type RatioEstimate, tStatistic } from "./paired-ratio.ts";
import { tLowerTail, tUpperTail } from "./student-t.ts";

/** Error rate of each of the two one-sided tests. */
export const EQUIVALENCE_ALPHA = 0.05;

/** Confidence of the interval that decides equivalence: 1 − 2·α, 90 % for tests at 5 % each. */
export const EQUIVALENCE_CONFIDENCE = 1 - 2 * EQUIVALENCE_ALPHA;

/** What two one-sided tests say of a ratio. */
export interface Equivalence extends RatioEstimate {
  /** "equal": both tests reject, the ratio lies within the margin. "not-shown": it may or may not. */
  result: "equal" | "not-shown";
  /** Share by which the ratio may differ from 1: 0.1 allows 1/1.1 to 1.1. */
  margin: number;
  /** Confidence of `low` and `high`. */
  confidence: number;
  /** p-value of the larger of the two tests; null with fewer than two rounds. */
  p: number | null;
}

/**
 * Two one-sided tests (Schuirmann 1987) that a paired ratio lies within (1/(1 + margin), 1 + margin).
 *
 * A difference that is not significant is no evidence of equality: with few noisy rounds nothing is. Here equality is
 * what has to be shown. The margin is symmetric on the log scale, so that swapping the arms changes nothing. Both tests
 * reject at 5 % exactly when the 90 % interval lies inside the margin; that interval is returned.
 *
 * @param margin > 0, as a share
 * @throws RangeError for a margin that is not positive and finite; otherwise as `pairedLogRatios`
 */
export function equivalence(
  numerators: readonly number[],
  denominators: readonly number[],
  margin: number,
): Equivalence {
  if (!(margin > 0 && Number.isFinite(margin))) throw new RangeError(`a margin must be positive, got ${margin}`);
  const estimate = pairedRatio(numerators, denominators, EQUIVALENCE_CONFIDENCE);
  const shared = {
    ...estimate,
    margin,
    confidence: EQUIVALENCE_CONFIDENCE,
    method: "two one-sided t tests on paired logs, 90 % interval",
  };
  if (estimate.rounds < 2) return { ...shared, result: "not-shown", p: null };
  const ratios = pairedLogRatios(numerators, denominators);
  const df = ratios.length - 1;
  const edge = Math.log1p(margin);
  const aboveLowEdge = tUpperTail(tStatistic(ratios, -edge), df);
  const belowHighEdge = tLowerTail(tStatistic(ratios, edge), df);
  const p = Math.max(aboveLowEdge, belowHighEdge);
  return { ...shared, result: p < EQUIVALENCE_ALPHA ? "equal" : "not-shown", p };
}
