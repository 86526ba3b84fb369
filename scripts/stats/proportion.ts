import { bisect } from "./bisect.ts";
import { incompleteBeta } from "./incomplete-beta.ts";

/**
 * Exact upper bound of a rate (Clopper & Pearson 1934): the largest rate under which so few events among `trials` would
 * still happen with probability 1 − confidence. One-sided; for the upper end of a two-sided 95 % interval pass 0.975.
 *
 * Printed beside an observed false-positive rate, since 0 of 20 does not mean 0: it means at most 14 %.
 *
 * @param events whole number in [0, trials]
 * @param trials whole number ≥ 1
 * @throws RangeError outside these ranges
 */
export function rateUpperBound(events: number, trials: number, confidence = 0.95): number {
  if (!Number.isInteger(trials) || trials < 1) throw new RangeError(`trials must be a whole number ≥ 1, got ${trials}`);
  if (!Number.isInteger(events) || events < 0 || events > trials) {
    throw new RangeError(`events must be a whole number in [0, ${trials}], got ${events}`);
  }
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence must be in (0, 1), got ${confidence}`);
  if (events === trials) return 1;
  // P(at most `events`) = I_{1−p}(trials − events, events + 1), so its complement grows with p.
  return bisect((rate) => incompleteBeta(rate, events + 1, trials - events), confidence, 0, 1);
}
