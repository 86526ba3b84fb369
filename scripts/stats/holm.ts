/**
 * Holm's step-down correction (Holm 1979): p-values adjusted so that comparing each with α keeps the chance of any
 * false rejection at most α, whatever the dependence between the tests. Claims on the same samples are dependent, so
 * corrections that assume otherwise are out.
 *
 * The i-th smallest of m is multiplied by m − i + 1, never falls below a smaller one, and is capped at 1.
 *
 * @param pValues each in [0, 1]
 * @returns adjusted values in the order given
 * @throws RangeError for a value outside [0, 1]
 */
export function holm(pValues: readonly number[]): number[] {
  const bad = pValues.find((p) => !(p >= 0 && p <= 1));
  if (bad !== undefined) throw new RangeError(`a p-value lies in [0, 1], got ${bad}`);
  const order = pValues.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const adjusted = new Array<number>(pValues.length);
  let largest = 0;
  for (const [rank, { p, index }] of order.entries()) {
    largest = Math.max(largest, Math.min(1, p * (pValues.length - rank)));
    adjusted[index] = largest;
  }
  return adjusted;
}
