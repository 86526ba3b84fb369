import type { Relation } from "../model/article.ts";
import type { Reading } from "../model/judgement.ts";
import type { Place } from "../model/resolve.ts";
import { conditionsOf, forbidding } from "./conditions.ts";
import { figureAt, valuesAt } from "./figure.ts";
import { isCounted, showsStability } from "./metric-kind.ts";
import { outcomeOfAbsolute } from "./outcome-absolute.ts";
import { ABSOLUTE_TOLERANCE } from "./outcome-band.ts";
import { type Limits, outcomeOfBound } from "./outcome-bound.ts";
import type { Evidence } from "./outcome-evidence.ts";
import { type UnitReading, unitReadings } from "./published-unit.ts";
import { notMeasured, type Question } from "./reading.ts";
import { refusalText } from "./refusal-text.ts";
import { unanswered } from "./unanswered.ts";

type Figure = Extract<Relation, { kind: "absolute" | "at-most" | "at-least" | "range" }>;

/**
 * A figure of one arm, under every reading its printed unit admits: a bare "MB" is one reading in 10^6 and one in 2^20.
 * The one as printed keeps the question's name, others add the unit to it.
 */
export function readFigure(question: Question, relation: Figure): Reading[] {
  const [place] = question.places as [Place];
  const units = unitReadings(place.metric, relation.unit);
  if (units.length === 0) {
    return [notMeasured(question, `${place.metric} cannot be given in ${relation.unit}`)];
  }
  return units.map((unit, nth) =>
    readOne(nth === 0 ? question : renamed(question, unit, relation.unit), relation, unit),
  );
}

function renamed(question: Question, { unit }: UnitReading, printed: string): Question {
  const id = question.id === "primary" ? unit : `${question.id}+${unit}`;
  const how = `"${printed}" meant as ${unit}`;
  return { ...question, id, what: question.id === "primary" ? how : `${question.what}; ${how}` };
}

function readOne(question: Question, relation: Figure, { factor }: UnitReading): Reading {
  const { index, phase, claim, id, what } = question;
  const [place] = question.places as [Place];
  const measured = figureAt(index, place, phase);
  if (measured === null) return unanswered(question);
  const values = showsStability(place.metric) ? valuesAt(index, place, phase).map(({ value }) => value) : [];
  const flags = conditionsOf(index, [place], phase, values);
  const high = measured.bound === "at-least" ? Number.POSITIVE_INFINITY : measured.high;
  const evidence: Evidence & { counted: boolean } = {
    interval: measured.low === null || high === null || high === 0 ? null : { low: measured.low, high },
    rounds: measured.rounds,
    forbids: forbidding(flags),
    counted: isCounted(place.metric),
  };
  const published = ("value" in relation ? relation.value : relation.low) * factor;
  const judged =
    relation.kind === "absolute"
      ? outcomeOfAbsolute({ ...evidence, published, tolerance: claim.tolerance ?? ABSOLUTE_TOLERANCE })
      : outcomeOfBound({ ...evidence, limits: limitsOf(relation, factor), tolerance: claim.tolerance ?? 0 });
  const { outcome, flipsAtTolerance, reason } = judged;
  const because = reason.code === "refused" ? refusalText(reason.refusals) : null;
  return { id, what, outcome, measured, published, flipsAtTolerance, because, flags };
}

function limitsOf(relation: Exclude<Figure, { kind: "absolute" }>, factor: number): Limits {
  if (relation.kind === "range") return { kind: "range", low: relation.low * factor, high: relation.high * factor };
  return relation.kind === "at-most"
    ? { kind: "at-most", high: relation.value * factor }
    : { kind: "at-least", low: relation.value * factor };
}
