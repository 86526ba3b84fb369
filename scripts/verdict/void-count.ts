import type { Voids } from "../model/judgement.ts";
import type { Run } from "../model/run.ts";
import { groupedBy } from "./grouped.ts";
import type { SampleIndex } from "./sample-index.ts";

/** Tries and voids of every arm that was tried, with the causes, in the order of the plan. */
export function voidsOf(run: Run, index: SampleIndex): Voids[] {
  const tried = groupedBy(index.samples, ({ arm }) => arm);
  return run.plan.arms.flatMap(({ id }) => {
    const tries = tried.get(id);
    if (tries === undefined) return [];
    const voids = tries.map((sample) => sample.void).filter((reason) => reason !== null);
    // "host not quiet: 61 % busy …": the figures behind the colon are in the records.
    const reasons = voids.map((reason) => reason.split(":")[0] ?? reason);
    const causes = [...groupedBy(reasons.sort(), (reason) => reason)].map(([reason, all]) => [reason, all.length]);
    return [{ arm: id, tries: tries.length, void: reasons.length, causes: Object.fromEntries(causes) }];
  });
}
