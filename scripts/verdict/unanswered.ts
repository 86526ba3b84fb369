import type { Reading } from "../model/judgement.ts";
import { METRICS } from "../model/metric.ts";
import type { Place } from "../model/resolve.ts";
import { conditionsOf, forbidding } from "./conditions.ts";
import { phaseAt, type RoundPhase, valuesAt } from "./figure.ts";
import { lastWords } from "./last-words.ts";
import type { Question } from "./reading.ts";
import { flagText } from "./refusal-text.ts";
import type { SampleIndex } from "./sample-index.ts";

/** Why a place that was tried has no value, or null: a server that never starts, or whose samples lack the value. */
export function failureAt(index: SampleIndex, place: Place, phase: RoundPhase): string | null {
  if (valuesAt(index, place, phase).length > 0) return null;
  const at = phaseAt(place, phase);
  const flags = index.flags(place.cell, at);
  if (index.valid(place.cell.id, at).length > 0) {
    // What no flag speaks of could not be had here (another kernel's clock, say): nothing was learnt of the server.
    return flags.length === 0 ? null : `${place.cell.id} has no ${METRICS[place.metric].label}`;
  }
  if (!flags.includes("start-failed")) return null;
  const failed = index.events.find(({ what, arm }) => what === "start-failed" && arm === place.arm.id);
  return `start-failed: ${place.arm.id} (${lastWords(failed?.detail ?? {})})`;
}

/**
 * A reading whose places were tried and gave nothing that can be judged. A failing server is a result: the reading is
 * inconclusive and carries the conditions of its samples, where `not-measured` would pass over them.
 */
export function unanswered(question: Question): Reading {
  const { index, places, phase, id, what } = question;
  const failures = places.map((place) => failureAt(index, place, phase)).filter((why) => why !== null);
  const flags = conditionsOf(index, places, phase, []);
  const told = failures.length > 0 ? failures : ["no round has a value above 0 of every subject"];
  const named = told.some((why) => why.startsWith("start-failed:")) ? ["start-failed"] : [];
  const grounds = failures.length > 0 ? flags : forbidding(flags);
  const because = [...new Set([...told, ...grounds.filter((flag) => !named.includes(flag)).map(flagText)])].join("; ");
  return { id, what, outcome: "inconclusive", measured: null, published: null, flipsAtTolerance: null, because, flags };
}
