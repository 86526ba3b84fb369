import { bisect } from "./bisect.ts";
import { CONFIDENCE } from "./interval.ts";
import { noncentralTLowerTail } from "./noncentral-t.ts";
import { tCritical } from "./student-t.ts";

/** Chance, by convention, with which the smallest detectable effect is found. */
export const POWER = 0.8;

/**
 * Power of the two-sided paired t test: the chance that its interval excludes "no difference" when the true log ratio is
 * `effect` standard deviations of a round's log ratio.
 *
 * @param effect |log ratio| ÷ log sd, ≥ 0
 * @param rounds ≥ 2
 */
export function power(effect: number, rounds: number, confidence = CONFIDENCE): number {
  const critical = tCritical(confidence, rounds - 1);
  const shift = effect * Math.sqrt(rounds);
  return 1 - noncentralTLowerTail(critical, rounds - 1, shift) + noncentralTLowerTail(-critical, rounds - 1, shift);
}

/**
 * Smallest true ratio (> 1) that a campaign would tell from 1 with the given power; its inverse is detected as well.
 * With 6 rounds this is exp(1.4345 × log sd): 7.4 % at a log sd of 0.05.
 *
 * Exact for normal log ratios (noncentral t); null with fewer than two rounds, where nothing can be detected.
 *
 * @param rounds whole number ≥ 0
 * @param logSd standard deviation over rounds of the natural log of the paired ratio, ≥ 0; A/A pairs estimate it
 * @throws RangeError for a log sd that is negative or not finite, rounds that are not whole, or power outside (0, 1)
 */
export function detectableRatio(rounds: number, logSd: number, wanted = POWER, confidence = CONFIDENCE): number | null {
  if (!Number.isInteger(rounds) || rounds < 0) throw new RangeError(`rounds must be a whole number, got ${rounds}`);
  if (!(logSd >= 0 && Number.isFinite(logSd))) throw new RangeError(`a log sd must not be negative, got ${logSd}`);
  if (!(wanted > 0 && wanted < 1)) throw new RangeError(`power must be in (0, 1), got ${wanted}`);
  if (rounds < 2) return null;
  return Math.exp(detectableEffect(rounds, wanted, confidence) * logSd);
}

function detectableEffect(rounds: number, wanted: number, confidence: number): number {
  const reached = (effect: number) => power(effect, rounds, confidence);
  // Without an effect the test rejects at 1 − confidence already; asking for less needs no effect.
  if (reached(0) >= wanted) return 0;
  let high = 1;
  while (reached(high) < wanted) high *= 2;
  return bisect(reached, wanted, 0, high);
}
