/** Rounds below which nothing that rests on an interval is judged. */
export const MIN_ROUNDS = 6;

/** Both ends in the unit of the claim. An end that is unknown is Infinity, and for a ratio 0 below. */
export interface Interval {
  low: number;
  high: number;
}

/** What every judged relation rests on. */
export interface Evidence {
  /** Confidence interval of the measured value or ratio; null where there is none. */
  interval: Interval | null;
  /** Valid rounds the interval rests on. */
  rounds: number;
  /** Flags of the cells involved that forbid a verdict; empty where there are none. */
  forbids: readonly string[];
}

/** Why the evidence supports no verdict, as data for a report to put into words. */
export type Refusal =
  | { why: "too-few-rounds"; rounds: number; needed: number }
  | { why: "forbidden"; flags: readonly string[] }
  | { why: "no-interval" };

/**
 * Every reason why nothing may be concluded; empty when the evidence can be judged.
 *
 * @param counted the value is counted exactly (bytes of an image, of a file), so one reading is enough and its interval
 *   is the value itself; flags forbid all the same
 * @throws RangeError for evidence that cannot exist, see `checkEvidence`
 */
export function refusals(evidence: Evidence, counted = false): Refusal[] {
  checkEvidence(evidence);
  const needed = counted ? 1 : MIN_ROUNDS;
  const found: Refusal[] = [];
  if (evidence.rounds < needed) found.push({ why: "too-few-rounds", rounds: evidence.rounds, needed });
  if (evidence.forbids.length > 0) found.push({ why: "forbidden", flags: evidence.forbids });
  if (evidence.interval === null) found.push({ why: "no-interval" });
  return found;
}

/**
 * Evidence that no measurement can give is a bug of the caller: it must not become "inconclusive".
 *
 * @throws RangeError for rounds that are not a whole number ≥ 0, or ends that are not numbers or in the wrong order
 */
export function checkEvidence({ interval, rounds }: Evidence): void {
  if (!Number.isInteger(rounds) || rounds < 0) throw new RangeError(`rounds must be a whole number, got ${rounds}`);
  if (interval !== null && !(interval.low <= interval.high)) {
    throw new RangeError(`an interval needs low ≤ high, got [${interval.low}, ${interval.high}]`);
  }
}

/** @throws RangeError where an interval of a ratio has an end that no ratio of positive values can have */
export function checkRatioInterval({ low, high }: Interval): void {
  if (!(low >= 0 && high > 0 && low < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`an interval of a ratio needs 0 ≤ low and 0 < high, got [${low}, ${high}]`);
  }
}

/**
 * Opens the ends that a load generator at its own limit makes unknown. A rate taken then is a lower bound: a numerator
 * of at least X makes the ratio's upper end infinite, a denominator of at least Y makes its lower end 0.
 *
 * For a figure that a busy generator *inflates*, such as latency, the caller passes the two the other way round.
 *
 * @throws RangeError as `checkRatioInterval`
 */
export function openEnds(interval: Interval, numeratorBound: boolean, denominatorBound: boolean): Interval {
  checkRatioInterval(interval);
  return {
    low: denominatorBound ? 0 : interval.low,
    high: numeratorBound ? Number.POSITIVE_INFINITY : interval.high,
  };
}
