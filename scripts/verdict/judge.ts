import type { ClaimResult, Judgement } from "../model/judgement.ts";
import type { RunRecord } from "../model/record.ts";
import type { Run } from "../model/run.ts";
import { resultOf, resultOfAll } from "./claim-result.ts";
import { deviationsOf, touching } from "./deviations.ts";
import { driftOf } from "./drift.ts";
import { evidenceOf } from "./evidence.ts";
import { withMachineFlags } from "./machine-flags.ts";
import { measuredCells } from "./measured-cells.ts";
import { indexSamples } from "./sample-index.ts";
import { summariesOf } from "./summary.ts";
import { voidsOf } from "./void-count.ts";

/**
 * Judges every claim of a run (docs/method.md). A function of its input alone, and of the records whatever their order;
 * works on the records of an unfinished run as well.
 */
export function judge(run: Run, records: readonly RunRecord[]): Judgement {
  const index = withMachineFlags(indexSamples(records), run);
  const { claims } = run.article;
  const own = new Map<string, ClaimResult>();
  for (const claim of claims) {
    if (claim.relation.kind !== "all-of") own.set(claim.id, resultOf(run, index, claim));
  }
  const results = claims.map((claim) => {
    if (claim.relation.kind !== "all-of") return own.get(claim.id) as ClaimResult;
    return resultOfAll(
      claim,
      claim.relation.claims.flatMap((id) => own.get(id) ?? []),
    );
  });
  const deviations = deviationsOf(run, results);
  const cells = measuredCells(run, index);
  return {
    claims: results.map((result) => ({ ...result, deviations: touching(deviations, result.id) })),
    summaries: summariesOf(run, index, cells),
    evidence: evidenceOf(index, cells),
    voids: voidsOf(run, index),
    drift: driftOf(index, cells),
    deviations,
  };
}
