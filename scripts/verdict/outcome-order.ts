import { MIN_ROUNDS, type Refusal } from "./outcome-evidence.ts";

/** Chance of any false statement about the adjacent pairs of one order that is accepted. */
export const ORDER_ALPHA = 0.05;

/** Two neighbours in the published order: the one said to be higher ÷ the next. */
export interface AdjacentPair {
  /** Paired ratio, > 0; null where it could not be taken. */
  ratio: number | null;
  /** Two-sided p-value of "the ratio is 1", adjusted by Holm over the pairs of this order; null where there is none. */
  adjustedP: number | null;
  /** Valid rounds of the pair. */
  rounds: number;
  /** Flags that forbid a verdict on this pair. */
  forbids: readonly string[];
  /** The higher one was taken with the load generator at its limit: the ratio is at least the measured one. */
  numeratorBound: boolean;
  /** The lower one was: the ratio is at most the measured one. */
  denominatorBound: boolean;
}

export type PairState = "confirmed" | "reversed" | "undecided";

export interface OrderOutcome {
  outcome: "reproduced" | "reversed" | "inconclusive";
  /** What is known of each pair, in the order given, and why nothing is where that is so. */
  pairs: { state: PairState; refusals: readonly Refusal[] }[];
}

/**
 * Outcome of an order of k arms, from the k − 1 ratios of neighbours: `reproduced` when every ratio is significantly
 * above 1, `reversed` when any is significantly below, otherwise `inconclusive`. Transitivity covers the other pairs.
 *
 * Holm guards the "any" of `reversed`; for the "every" of `reproduced` it is stricter than need be. A pair that may not
 * be judged is undecided, so it blocks `reproduced` and does not hide a reversal elsewhere.
 *
 * @throws RangeError for no pairs, or a ratio, p-value or number of rounds that cannot exist
 */
export function outcomeOfOrder(pairs: readonly AdjacentPair[], alpha = ORDER_ALPHA): OrderOutcome {
  if (pairs.length === 0) throw new RangeError("an order needs two arms or more");
  const judged = pairs.map((pair) => {
    const refusals = refusalsOf(pair);
    return { state: refusals.length > 0 ? ("undecided" as const) : stateOf(pair, alpha), refusals };
  });
  if (judged.some(({ state }) => state === "reversed")) return { outcome: "reversed", pairs: judged };
  const all = judged.every(({ state }) => state === "confirmed");
  return { outcome: all ? "reproduced" : "inconclusive", pairs: judged };
}

function stateOf({ ratio, adjustedP, numeratorBound, denominatorBound }: AdjacentPair, alpha: number): PairState {
  if (ratio === null || adjustedP === null || adjustedP >= alpha) return "undecided";
  // A bounded arm leaves one side open: only the conclusion that the bound cannot undo may be drawn.
  if (ratio > 1 && !denominatorBound) return "confirmed";
  if (ratio < 1 && !numeratorBound) return "reversed";
  return "undecided";
}

function refusalsOf({ ratio, adjustedP, rounds, forbids }: AdjacentPair): Refusal[] {
  if (!Number.isInteger(rounds) || rounds < 0) throw new RangeError(`rounds must be a whole number, got ${rounds}`);
  if (ratio !== null && !(ratio > 0 && Number.isFinite(ratio)))
    throw new RangeError(`a ratio is positive, got ${ratio}`);
  if (adjustedP !== null && !(adjustedP >= 0 && adjustedP <= 1)) {
    throw new RangeError(`a p-value lies in [0, 1], got ${adjustedP}`);
  }
  const found: Refusal[] = [];
  if (rounds < MIN_ROUNDS) found.push({ why: "too-few-rounds", rounds, needed: MIN_ROUNDS });
  if (forbids.length > 0) found.push({ why: "forbidden", flags: forbids });
  if (ratio === null || adjustedP === null) found.push({ why: "no-interval" });
  return found;
}
