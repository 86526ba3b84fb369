import type { Changes, Claim, Relation } from "../model/article.ts";
import type { Reading } from "../model/judgement.ts";
import type { Place } from "../model/resolve.ts";
import type { Run } from "../model/run.ts";
import type { Tool } from "../model/tool.ts";
import { absenceAt } from "./absence.ts";
import { conditionsOf } from "./conditions.ts";
import { figureAt, type RoundPhase } from "./figure.ts";
import { toolOf } from "./place-tool.ts";
import { unitReadings } from "./published-unit.ts";
import { notMeasured, type Question } from "./reading.ts";
import { readArtefact } from "./reading-of-artefact.ts";
import { readFigure } from "./reading-of-figure.ts";
import { readEquivalent, readOrder, readRatio } from "./reading-of-ratio.ts";
import type { SampleIndex } from "./sample-index.ts";
import { chooseTool } from "./tool-choice.ts";
import { unanswered } from "./unanswered.ts";

/** One way to read a claim: the changes, with name and meaning. */
export interface Variant {
  id: string;
  what: string;
  changes: Changes;
}

/** A variant judged: one reading per admissible unit, the one as printed first. */
export interface Judged {
  places: readonly Place[];
  readings: [Reading, ...Reading[]];
  /** The same variant by another tool, where it was measured by two. */
  otherTool: { tool: Tool; reading: Reading } | null;
}

/** Judges a claim with a relation of its own (any but all-of and unmeasured) under one variant. */
export function judgeVariant(run: Run, index: SampleIndex, claim: Claim, variant: Variant, phase: RoundPhase): Judged {
  const { judged, other } = chooseTool(run, index, claim, variant.changes, phase);
  const ask = (places: readonly Place[]): [Reading, ...Reading[]] =>
    readAt({ run, index, claim, places, phase, id: variant.id, what: variant.what });
  const tool = other?.[0] ? toolOf(other[0]) : null;
  return {
    places: judged,
    readings: ask(judged),
    otherTool: other === null || tool === null ? null : { tool, reading: ask(other)[0] },
  };
}

function readAt(question: Question): [Reading, ...Reading[]] {
  const { run, index, claim, places, phase } = question;
  const { relation } = claim;
  if (relation.kind === "artefact") return [readArtefact(question, relation)];
  const absent = places.map((place) => absenceAt(run, index, place, phase)).filter((why) => why !== null);
  if (absent.length > 0) return [notMeasured(question, [...new Set(absent)].join("; "))];
  switch (relation.kind) {
    case "ratio":
      return [readRatio(question, relation.value)];
    case "equivalent":
      return [readEquivalent(question, relation.margin)];
    case "order":
      return [readOrder(question)];
    case "shown":
      return [readShown(question, relation)];
    case "all-of":
    case "unmeasured":
      throw new Error(`claim ${claim.id}: ${relation.kind} has no reading of its own`);
    default:
      return readFigure(question, relation) as [Reading, ...Reading[]];
  }
}

/** A figure that is printed and not judged; its outcome is never read. */
function readShown(question: Question, { value, unit }: Extract<Relation, { kind: "shown" }>): Reading {
  const [place] = question.places as [Place];
  const measured = figureAt(question.index, place, question.phase);
  if (measured === null) return unanswered(question);
  const flags = conditionsOf(question.index, [place], question.phase, []);
  const { id, what } = question;
  // Shown beside ours, so in the same unit: as printed, a bare "MB" being 10⁶.
  const [printed] = unitReadings(place.metric, unit);
  const published = printed === undefined ? null : value * printed.factor;
  return { id, what, outcome: "inconclusive", measured, published, flipsAtTolerance: null, because: null, flags };
}
