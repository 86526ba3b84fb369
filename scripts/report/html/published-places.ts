import type { ClaimResult } from "../../model/judgement.ts";
import { placesOf } from "../../model/resolve.ts";
import type { Run } from "../../model/run.ts";

/**
 * What the article gives for single figures, by `CELL METRIC`, in the metric's unit: shown beside what was measured there.
 * Ratios and limits have no place on a single arm.
 */
export function publishedPlaces(run: Run, claims: readonly ClaimResult[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const { id, relation, readings, measured } of claims) {
    const claim = run.article.claims.find((each) => each.id === id);
    const value = readings[0]?.published;
    if (!claim || value == null || (relation !== "absolute" && relation !== "shown")) continue;
    const [place] = placesOf(run.article, claim, {}, measured?.tool ?? run.article.protocol.tool);
    if (place === undefined) continue;
    const key = `${place.cell.id} ${place.metric}`;
    places.set(key, [...(places.get(key) ?? []), value]);
  }
  return places;
}
