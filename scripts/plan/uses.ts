import type { Article, Claim } from "../model/article.ts";
import type { Cell } from "../model/cell.ts";
import { type Place, placesOf } from "../model/resolve.ts";
import type { Plan } from "../model/run.ts";
import type { Tool } from "../model/tool.ts";

/** Which claims a cell serves: `json-rps-ratio`, or `json-rps-ratio (quota)` for a reading or an arm. */
export type Uses = Map<string, string[]>;

/** A claim read in one way, with the places where its sides are measured. */
interface PlacedReading {
  claim: Claim;
  /** The reading or arm; null for the claim as stated. */
  name: string | null;
  places: Place[];
}

/** What the plan's claims are judged by. A reading counts where every side of it is measured: half of one supports nothing. */
function placedReadings(article: Article, plan: Plan): PlacedReading[] {
  const ids = new Set(plan.cells.map(({ id }) => id));
  const tool = toolOf(article, plan.cells);
  return article.claims.flatMap((claim) => {
    if (!plan.claims.includes(claim.id)) return [];
    const arms = claim.arms.filter((name) => plan.sensitivity.includes(name));
    return [null, ...claim.readings, ...arms].flatMap((name): PlacedReading[] => {
      const changes = name === null ? {} : (article.variations[name]?.changes ?? {});
      const places = placesOf(article, claim, changes, tool);
      return name === null || places.every(({ cell }) => ids.has(cell.id)) ? [{ claim, name, places }] : [];
    });
  });
}

/** The uses of every cell of the plan. Traced runs serve no claim by themselves: they explain. */
export function usesOf(article: Article, plan: Plan): Uses {
  const uses: Uses = new Map(plan.cells.map(({ id }) => [id, []]));
  for (const { claim, name, places } of placedReadings(article, plan)) {
    for (const { cell } of places) uses.get(cell.id)?.push(name === null ? claim.id : `${claim.id} (${name})`);
  }
  return uses;
}

/** Ids of the cells that are judged together, a list for each claim and reading. */
export const comparisonsOf = (article: Article, plan: Plan): string[][] =>
  placedReadings(article, plan).map(({ places }) => places.map(({ cell }) => cell.id));

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
