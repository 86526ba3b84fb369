import type { Claim } from "../model/article.ts";
import type { Reading } from "../model/judgement.ts";
import type { Place } from "../model/resolve.ts";
import type { Run } from "../model/run.ts";
import type { RoundPhase } from "./figure.ts";
import type { SampleIndex } from "./sample-index.ts";

/** What judging one reading of a claim needs to know. */
export interface Question {
  run: Run;
  index: SampleIndex;
  claim: Claim;
  places: readonly Place[];
  phase: RoundPhase;
  /** Name and meaning of the reading, for the report. */
  id: string;
  what: string;
}

/** A reading for which nothing was measured. */
export function notMeasured({ id, what }: Pick<Question, "id" | "what">, because: string): Reading {
  const nothing = { measured: null, published: null, flipsAtTolerance: null, flags: [] };
  return { id, what, outcome: "not-measured", ...nothing, because };
}
