import { measureId } from "../model/cell.ts";
import type { Run } from "../model/run.ts";
import type { SampleIndex } from "./sample-index.ts";

/** What is known of a cell without its plan. */
export interface MeasuredCell {
  id: string;
  arm: string;
  measure: string;
}

/**
 * The cells of the plan, then those that no plan could name, sorted: a load tool that joined in during the run has its
 * own.
 */
export function measuredCells(run: Run, index: SampleIndex): MeasuredCell[] {
  const planned = run.plan.cells.map(({ id, arm, measure }) => ({ id, arm, measure: measureId(measure) }));
  const known = new Set(planned.map(({ id }) => id));
  const added = new Map<string, MeasuredCell>();
  for (const { cell, arm, measure } of index.samples) if (!known.has(cell)) added.set(cell, { id: cell, arm, measure });
  return [...planned, ...[...added.values()].sort((a, b) => (a.id < b.id ? -1 : 1))];
}
