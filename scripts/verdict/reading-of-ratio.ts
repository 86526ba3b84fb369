import type { Reading } from "../model/judgement.ts";
import type { Place } from "../model/resolve.ts";
import { holm } from "../stats/holm.ts";
import { compareAt } from "./comparison.ts";
import { conditionsOf, forbidding } from "./conditions.ts";
import { outcomeOfRatio } from "./outcome.ts";
import { RELATION_TOLERANCE } from "./outcome-band.ts";
import { outcomeOfEquivalent, TWO_ONE_SIDED_CONFIDENCE } from "./outcome-equivalent.ts";
import { outcomeOfOrder } from "./outcome-order.ts";
import type { Question } from "./reading.ts";
import { refusalText } from "./refusal-text.ts";
import { unanswered } from "./unanswered.ts";

/** Two neighbours of an order of which no round has a value of both. */
const NO_PAIR = { ratio: null, rounds: 0, numeratorBound: false, denominatorBound: false };

/** A published ratio against the measured one. */
export function readRatio(question: Question, published: number): Reading {
  const [of, to] = question.places as [Place, Place];
  const { index, phase, claim, id, what } = question;
  const comparison = compareAt(index, of, to, phase);
  if (comparison === null) return unanswered(question);
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
  if (comparison === null) return unanswered(question);
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
  const pairs = places.slice(1).map((to, nth) => {
    const of = places[nth] as Place;
    const comparison = compareAt(index, of, to, phase);
    return { comparison, flags: conditionsOf(index, [of, to], phase, comparison?.ratios ?? []) };
  });
  const formed = pairs.flatMap(({ comparison }) => comparison ?? []);
  if (formed.length === 0) return unanswered(question);
  // A pair that could not be taken counts among the tests: it must not make the others easier to pass.
  const adjusted = holm(pairs.map(({ comparison }) => comparison?.test?.twoSided ?? 1));
  const judged = outcomeOfOrder(
    pairs.map(({ comparison, flags }, nth) => ({
      ...(comparison ?? NO_PAIR),
      adjustedP: comparison?.test == null ? null : (adjusted[nth] ?? null),
      forbids: forbidding(flags),
    })),
  );
  const [weakest] = formed.sort((a, b) => a.ratio - b.ratio);
  const because = refusalText(judged.pairs.flatMap(({ refusals }) => refusals));
  return {
    id,
    what,
    outcome: judged.outcome,
    measured: weakest?.measured ?? null,
    published: null,
    flipsAtTolerance: null,
    because: judged.outcome === "inconclusive" ? because : null,
    flags: [...new Set(pairs.flatMap(({ flags }) => flags))].sort(),
  };
}
