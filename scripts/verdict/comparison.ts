import type { Measured } from "../model/judgement.ts";
import type { Place } from "../model/resolve.ts";
import { equivalence } from "../stats/equivalence.ts";
import { pairedRatio, pairedRatioTest, type RatioTest } from "../stats/paired-ratio.ts";
import { generatorBound, type RoundPhase, valuesAt } from "./figure.ts";
import { busyGeneratorMakes, isCounted } from "./metric-kind.ts";
import { MIN_ROUNDS } from "./outcome-evidence.ts";
import { toolOf } from "./place-tool.ts";
import type { SampleIndex } from "./sample-index.ts";

/** Two places, paired within the rounds in which both have a value. */
export interface Pairs {
  numerators: number[];
  denominators: number[];
}

/** A ratio with what its judgement needs beside it. */
export interface Comparison {
  /** As measured: `low` and `high` before a busy generator opens an end; null with fewer than two rounds. */
  ratio: number;
  interval: { low: number; high: number } | null;
  /** Rounds an outcome may count; a counted figure needs no rounds, so it has as many as any outcome asks for. */
  rounds: number;
  test: RatioTest | null;
  /** Ratio of each round, for stability. */
  ratios: number[];
  /** In the sense of `openEnds`: already turned round for figures that a busy generator inflates. */
  numeratorBound: boolean;
  denominatorBound: boolean;
  measured: Measured;
}

export function pairsAt(index: SampleIndex, of: Place, to: Place, phase: RoundPhase): Pairs {
  const below = new Map(valuesAt(index, to, phase).map(({ round, value }) => [round, value]));
  const pairs: Pairs = { numerators: [], denominators: [] };
  for (const { round, value } of valuesAt(index, of, phase)) {
    const denominator = below.get(round);
    // A server that answered nothing has rate 0: no ratio can be formed, and its flags say why.
    if (denominator === undefined || !(value > 0) || !(denominator > 0)) continue;
    pairs.numerators.push(value);
    pairs.denominators.push(denominator);
  }
  return pairs;
}

/**
 * metric(of) ÷ metric(to), dimensionless; null where no round has both.
 *
 * @param margin of an equivalence, which is decided by a 90 % interval; null for every other relation
 */
export function compareAt(
  index: SampleIndex,
  of: Place,
  to: Place,
  phase: RoundPhase,
  margin: number | null = null,
): Comparison | null {
  if (of.arm.path !== to.arm.path)
    throw new RangeError(`${of.arm.id} and ${to.arm.id} are measured on different paths`);
  const { numerators, denominators } = pairsAt(index, of, to, phase);
  if (numerators.length === 0) return null;
  const counted = isCounted(of.metric);
  const estimate =
    margin === null ? pairedRatio(numerators, denominators) : equivalence(numerators, denominators, margin);
  const { ratio, rounds, method } = estimate;
  const sampled = estimate.low === null || estimate.high === null ? null : { low: estimate.low, high: estimate.high };
  const interval = counted ? { low: ratio, high: ratio } : sampled;
  const effect = busyGeneratorMakes(of.metric);
  const ofBound = effect !== null && generatorBound(index, of, phase);
  const toBound = effect !== null && generatorBound(index, to, phase);
  const numeratorBound = effect === "at-most" ? toBound : ofBound;
  const denominatorBound = effect === "at-most" ? ofBound : toBound;
  return {
    ratio,
    interval,
    rounds: counted ? Math.max(rounds, MIN_ROUNDS) : rounds,
    test: counted ? exactTest(ratio) : pairedRatioTest(numerators, denominators),
    ratios: numerators.map((value, round) => value / (denominators[round] as number)),
    numeratorBound,
    denominatorBound,
    measured: {
      value: ratio,
      low: denominatorBound ? 0 : (interval?.low ?? null),
      high: numeratorBound ? null : (interval?.high ?? null),
      bound: boundWord(numeratorBound, denominatorBound),
      rounds,
      unit: "x",
      method: counted ? "counted exactly" : method,
      tool: toolOf(of),
    },
  };
}

function boundWord(numeratorBound: boolean, denominatorBound: boolean): Measured["bound"] {
  if (numeratorBound && denominatorBound) return "open";
  return numeratorBound ? "at-least" : denominatorBound ? "at-most" : null;
}

// What is counted has no chance in it: it differs or it does not.
function exactTest(ratio: number): RatioTest {
  const t = ratio === 1 ? 0 : ratio > 1 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return { t, df: 1, twoSided: ratio === 1 ? 1 : 0, greater: ratio > 1 ? 0 : 1, less: ratio < 1 ? 0 : 1 };
}
