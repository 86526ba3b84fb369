import type { Relation } from "../model/article.ts";
import { subjectId } from "../model/cell.ts";
import { type Facts, factsOf } from "../model/facts.ts";
import type { Reading } from "../model/judgement.ts";
import type { Place } from "../model/resolve.ts";
import type { Run } from "../model/run.ts";
import { subjectAbsence } from "./absence.ts";
import { failureText } from "./build-failure.ts";
import { notMeasured, type Question } from "./reading.ts";
import type { SampleIndex } from "./sample-index.ts";

/** A checkable fact of a build against what the article says of it. Exact: there is no tolerance and no interval. */
export function readArtefact(question: Question, relation: Extract<Relation, { kind: "artefact" }>): Reading {
  const [place] = question.places as [Place];
  const found = factsAt(question.run, question.index, place)[relation.fact];
  const subject = subjectId(place.arm.target, place.arm.app);
  if (found === undefined) {
    const absent = subjectAbsence(question.run, place);
    return notMeasured(question, absent ?? `no fact "${relation.fact}" was read from ${subject}`);
  }
  const { id, what } = question;
  const outcome = found === relation.expects ? "reproduced" : "outside";
  const failed = question.run.subjects.find((each) => each.id === subject && each.status === "build-failed");
  const why = failed ? ` (${failureText(failed.failure)})` : "";
  const because = `"${relation.fact}" of ${subject} is ${JSON.stringify(found)}${why}`;
  return { id, what, outcome, measured: null, published: null, flipsAtTolerance: null, because, flags: [] };
}

/** What is known of a build: read from its files where there are some, else from how it went. */
export function factsAt(run: Run, index: SampleIndex, place: Place): Facts {
  const subject = run.subjects.find(({ id }) => id === subjectId(place.arm.target, place.arm.app));
  const read = index.valid(place.cell.id, "once").map(({ facts }) => facts ?? {});
  return Object.assign({}, subject ? factsOf(subject, null) : {}, ...read);
}
