import { subjectId } from "../model/cell.ts";
import { METRICS } from "../model/metric.ts";
import type { Place } from "../model/resolve.ts";
import type { Run } from "../model/run.ts";
import { failureText } from "./build-failure.ts";
import { phaseAt, type RoundPhase } from "./figure.ts";
import { lastWords } from "./last-words.ts";
import type { SampleIndex } from "./sample-index.ts";
import { failureAt } from "./unanswered.ts";

/** Why there is no subject to measure at a place; null where there is one. */
export function subjectAbsence(run: Run, place: Place): string | null {
  const name = subjectId(place.arm.target, place.arm.app);
  const subject = run.subjects.find(({ id }) => id === name);
  if (subject === undefined) return `${name} is not part of this run`;
  if (subject.status === "build-failed") return `build-failed: ${name} (${failureText(subject.failure)})`;
  if (subject.status === "unavailable") {
    const why = subject.failure?.lines[0]?.trim();
    return `unavailable: ${name}${why ? ` (${why})` : ""}`;
  }
  return null;
}

/** Why nothing is known of a place; null where it has a value, or was tried and failed: that is a result. */
export function absenceAt(run: Run, index: SampleIndex, place: Place, phase: RoundPhase): string | null {
  const { cell, metric, statistic } = place;
  if (index.values(cell.id, phaseAt(place, phase), metric, statistic).length > 0) return null;
  const noSubject = subjectAbsence(run, place);
  if (noSubject !== null) return noSubject;
  if (!run.plan.cells.some(({ id }) => id === cell.id)) return `${cell.id} was not measured in this run`;
  if (failureAt(index, place, phase) !== null) return null;
  const tries = index.tries(cell.id, phaseAt(place, phase));
  if (tries.all === 0) {
    const failed = index.events.findLast(({ what, arm }) => what === "cell-failed" && arm === cell.arm);
    return failed ? `${cell.id} failed (${lastWords(failed.detail)})` : `${cell.id} was not reached in this run`;
  }
  if (tries.void === tries.all) return `all ${tries.all} tries of ${cell.id} were void`;
  return `${cell.id} has no ${METRICS[metric].label}`;
}
