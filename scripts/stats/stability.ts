import { logs, standardDeviation } from "./average.ts";

/** Tolerance of a relation where the claim gives none: its band is [p ÷ 1.25, p × 1.25]. */
const DEFAULT_TOLERANCE = 0.25;

/** Whether one figure can stand for the rounds of an arm, or of a ratio. */
export interface Stability {
  /** "unknown" with fewer than two rounds. */
  state: "stable" | "unstable" | "unknown";
  /** Largest round ÷ smallest round; null with fewer than two. */
  spread: number | null;
  /** Spread from which on rounds are unstable: (1 + tolerance)². */
  limit: number;
  /** Sample standard deviation of the natural logs; null with fewer than two rounds. */
  logSd: number | null;
  rounds: number;
}

/**
 * Are the rounds of one arm (or the ratios of its rounds) so far apart that no single figure describes them?
 *
 * Criterion: unstable when largest ÷ smallest > (1 + tolerance)². A band [p/(1 + tol), p·(1 + tol)] is that wide, so
 * beyond it *no* published figure exists that every round would reproduce, and a verdict would depend on which rounds
 * one happened to take. 172k, 174k, 275k: 1.60 > 1.5625. A range is used rather than a standard deviation because rounds
 * are fresh processes that can settle in one of two modes: one odd round among six moves the log sd to only 0.19.
 *
 * False alarms on noise that is merely normal (simulated, 400,000 draws): none seen up to a log sd of 0.05; 0.01 % at 0.07
 * with 6 rounds; 2 % at 0.10 with 6 rounds and 5 % with 10; 9 % at 0.12 with 6.
 *
 * A drift that both arms share leaves each arm unstable and their paired ratio steady: for a relation, pass the ratios
 * of the rounds; for a figure of one arm, its values.
 *
 * @param values one a round, > 0
 * @param tolerance the claim's, as a share
 * @throws RangeError for a value that is not positive and finite, or a tolerance that is not
 */
export function stability(values: readonly number[], tolerance = DEFAULT_TOLERANCE): Stability {
  if (!(tolerance > 0 && Number.isFinite(tolerance))) {
    throw new RangeError(`a tolerance must be positive, got ${tolerance}`);
  }
  const limit = (1 + tolerance) ** 2;
  const rounds = values.length;
  const logged = logs(values);
  if (rounds < 2) return { state: "unknown", spread: null, limit, logSd: null, rounds };
  const spread = Math.max(...values) / Math.min(...values);
  return { state: spread > limit ? "unstable" : "stable", spread, limit, logSd: standardDeviation(logged), rounds };
}
