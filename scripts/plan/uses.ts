import type { Article } from "../model/article.ts";
import type { Cell } from "../model/cell.ts";
import { placesOf } from "../model/resolve.ts";
import type { Plan } from "../model/run.ts";
import type { Tool } from "../model/tool.ts";

/** Which claims a cell serves: `json-rps-ratio`, or `json-rps-ratio (quota)` for a reading or an arm. */
export type Uses = Map<string, string[]>;

/** The uses of every cell of the plan. Traced runs serve no claim by themselves: they explain. */
export function usesOf(article: Article, plan: Plan): Uses {
  const uses: Uses = new Map(plan.cells.map(({ id }) => [id, []]));
  const tool = toolOf(article, plan.cells);
  for (const claim of article.claims) {
    if (!plan.claims.includes(claim.id)) continue;
    const arms = claim.arms.filter((name) => plan.sensitivity.includes(name));
    for (const name of [null, ...claim.readings, ...arms]) {
      const changes = name === null ? {} : (article.variations[name]?.changes ?? {});
      const places = placesOf(article, claim, changes, tool);
      // A reading counts where every side of it is measured: half of one supports nothing.
      if (name !== null && !places.every(({ cell }) => uses.has(cell.id))) continue;
      for (const { cell } of places) uses.get(cell.id)?.push(name === null ? claim.id : `${claim.id} (${name})`);
    }
  }
  return uses;
}

/** Readings and arms of the plan's claims that the plan does not measure: variation to claims. */
export function leftOut(article: Article, plan: Plan): Map<string, string[]> {
  const ids = new Set(plan.cells.map(({ id }) => id));
  const tool = toolOf(article, plan.cells);
  const out = new Map<string, string[]>();
  for (const claim of article.claims) {
    if (!plan.claims.includes(claim.id)) continue;
    for (const name of [...claim.readings, ...claim.arms]) {
      const places = placesOf(article, claim, article.variations[name]?.changes ?? {}, tool);
      const isMeasured = places.every(({ cell }) => ids.has(cell.id));
      if (isMeasured && (claim.readings.includes(name) || plan.sensitivity.includes(name))) continue;
      out.set(name, [...(out.get(name) ?? []), claim.id]);
    }
  }
  return out;
}

function toolOf(article: Article, cells: readonly Cell[]): Tool {
  const load = cells.find(({ measure }) => measure.kind === "load");
  return load?.measure.kind === "load" ? load.measure.tool : article.protocol.tool;
}
