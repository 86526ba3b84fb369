import type { ClaimResult } from "../model/judgement.ts";
import type { Deviation, Run } from "../model/run.ts";

const LOAD_TOOL = "load-tool";

/**
 * The run's deviations, those of the plan among them, and `load-tool` for claims judged on another tool than the
 * article's because that one was at its limit. Sorted by id.
 */
export function deviationsOf(run: Run, results: readonly ClaimResult[]): Deviation[] {
  const known = new Map([...run.plan.deviations, ...run.deviations].map((deviation) => [deviation.id, deviation]));
  const asked = run.article.protocol.tool;
  const other = (tool: string | null | undefined): boolean => tool !== null && tool !== undefined && tool !== asked;
  const switched = results
    .filter(({ readings }) => readings.some(({ measured }) => other(measured?.tool)))
    .map(({ id }) => id);
  const before = known.get(LOAD_TOOL);
  if (switched.length > 0 && before?.claims.length !== 0) {
    const made = { id: LOAD_TOOL, what: "load tool", article: asked, here: `wrk, where ${asked} was at its CPU limit` };
    const claims = [...new Set([...(before?.claims ?? []), ...switched])].sort();
    known.set(LOAD_TOOL, { ...(before ?? made), claims });
  }
  return [...known.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Ids of the deviations that touch a claim. */
export function touching(deviations: readonly Deviation[], claim: string): string[] {
  return deviations.filter(({ claims }) => claims.length === 0 || claims.includes(claim)).map(({ id }) => id);
}
