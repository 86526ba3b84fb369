import type { Reading } from "../model/judgement.ts";
import type { Place } from "../model/resolve.ts";
import { holm } from "../stats/holm.ts";
import { type Comparison, compareAt } from "./comparison.ts";
import { conditionsOf, forbidding } from "./conditions.ts";
import { outcomeOfRatio } from "./outcome.ts";
import { RELATION_TOLERANCE } from "./outcome-band.ts";
import { outcomeOfEquivalent, TWO_ONE_SIDED_CONFIDENCE } from "./outcome-equivalent.ts";
import { outcomeOfOrder } from "./outcome-order.ts";
import { notMeasured, type Question } from "./reading.ts";
import { refusalText } from "./refusal-text.ts";

const NO_PAIRS = "no round has a valid value of every subject";

/** A published ratio against the measured one. */
export function readRatio(question: Question, published: number): Reading {
  const [of, to] = question.places as [Place, Place];
  const { index, phase, claim, id, what } = question;
  const comparison = compareAt(index, of, to, phase);
  if (comparison === null) return notMeasured(question, NO_PAIRS);
  const tolerance = claim.tolerance ?? RELATION_TOLERANCE;
  const flags = conditionsOf(index, [of, to], phase, comparison.ratios);
  const judged = outcomeOfRatio({ ...comparison, published, tolerance, forbids: forbidding(flags) });
  const { outcome, flipsAtTolerance, reason } = judged;
  const because = reason.code === "refused" ? refusalText(reason.refusals) : null;
  return { id, what, outcome, measured: comparison.measured, published, flipsAtTolerance, because, flags };
}

/** "A equals B, within a margin." */
export function readEquivalent(question: Question, margin: number): Reading {
  const [of, to] = question.places as [Place, Place];
  const { index, phase, id, what } = question;
  const comparison = compareAt(index, of, to, phase, margin);
  if (comparison === null) return notMeasured(question, NO_PAIRS);
  const flags = conditionsOf(index, [of, to], phase, comparison.ratios);
  const confidence = TWO_ONE_SIDED_CONFIDENCE;
  const judged = outcomeOfEquivalent({ ...comparison, margin, confidence, forbids: forbidding(flags) });
  const { outcome, flipsAtTolerance, reason } = judged;
  const because = reason.code === "refused" ? refusalText(reason.refusals) : null;
  return { id, what, outcome, measured: comparison.measured, published: 1, flipsAtTolerance, because, flags };
}

/**
 * "A above B above C": every neighbouring pair, corrected for their number. `measured` is the pair that decides: the
 * lowest ratio, since that is the one nearest to breaking the order.
 */
export function readOrder(question: Question): Reading {
  const { index, phase, places, id, what } = question;
  const pairs: { places: [Place, Place]; comparison: Comparison; flags: string[] }[] = [];
  for (const [nth, to] of places.slice(1).entries()) {
    const of = places[nth] as Place;
    const comparison = compareAt(index, of, to, phase);
    if (comparison === null) return notMeasured(question, NO_PAIRS);
    const flags = conditionsOf(index, [of, to], phase, comparison.ratios);
    pairs.push({ places: [of, to], comparison, flags });
  }
  const tested = pairs.every(({ comparison }) => comparison.test !== null);
  const adjusted = tested ? holm(pairs.map(({ comparison }) => comparison.test?.twoSided ?? 1)) : [];
  const judged = outcomeOfOrder(
    pairs.map(({ comparison, flags }, nth) => ({
      ...comparison,
      adjustedP: adjusted[nth] ?? null,
      forbids: forbidding(flags),
    })),
  );
  const [weakest] = [...pairs].sort((a, b) => a.comparison.ratio - b.comparison.ratio);
  const because = refusalText(judged.pairs.flatMap(({ refusals }) => refusals));
  return {
    id,
    what,
    outcome: judged.outcome,
    measured: weakest?.comparison.measured ?? null,
    published: null,
    flipsAtTolerance: null,
    because: judged.outcome === "inconclusive" ? because : null,
    flags: [...new Set(pairs.flatMap(({ flags }) => flags))].sort(),
  };
}
