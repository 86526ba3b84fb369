import type { Cell } from "../model/cell.ts";
import type { Outcome } from "../model/judgement.ts";
import type { RunRecord } from "../model/record.ts";
import { placesOf } from "../model/resolve.ts";
import type { Run } from "../model/run.ts";
import { judge } from "./judge.ts";
import { phaseOf } from "./metric-kind.ts";

const WITH_ARTICLE: readonly Outcome[] = ["reproduced", "stronger", "weaker", "size-undecided"];
const DOUBTFUL: readonly Outcome[] = ["reversed", "outside", "inconclusive"];

/**
 * The cells to take again in fresh rounds: those of every arm that agrees in direction with an article whose claim, as
 * stated, does not hold here. Only such an arm may explain a reversal, and only once fresh rounds bear it out
 * (docs/method.md). What is read once from an image or a build cannot be taken afresh.
 */
export function cellsToConfirm(run: Run, records: readonly RunRecord[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (const result of judge(run, records).claims) {
    const claim = run.article.claims.find(({ id }) => id === result.id);
    const [primary] = result.readings;
    if (!claim || !primary || !DOUBTFUL.includes(primary.outcome)) continue;
    for (const arm of result.arms) {
      const changes = run.article.variations[arm.id]?.changes;
      if (!changes || !WITH_ARTICLE.includes(arm.outcome)) continue;
      const tool = arm.measured?.tool ?? run.article.protocol.tool;
      for (const { cell, metric } of placesOf(run.article, claim, changes, tool)) {
        if (phaseOf(metric) === "rounds") cells.set(cell.id, cell);
      }
    }
  }
  return [...cells.values()];
}
