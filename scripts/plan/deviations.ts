import type { Claim } from "../model/article.ts";
import { subjectId } from "../model/cell.ts";
import { placesOf } from "../model/resolve.ts";
import type { Deviation } from "../model/run.ts";
import { baseDeviations, type DeviationsInput, type Kind, kitDeviations } from "./circumstances.ts";

/**
 * Every way in which this run differs from what the article did or leaves open, with the claims it touches.
 *
 * The article's file says what it leaves unstated; the kit adds its own circumstances. Where both speak of one thing
 * (same id), the words are the file's and the value is the kit's.
 */
export function deviations(input: DeviationsInput): Deviation[] {
  const { article, claims } = input;
  const kit = kitDeviations(input).map((stated) => ({ stated, claims: touched(input, stated.kinds) }));
  const declared = article.unstated.map((entry): Deviation => {
    const own = kit.find(({ stated }) => stated.id === entry.id);
    const groups = entry.groups;
    const inGroups = claims.filter(({ group }) => !groups || groups.includes(group)).map(({ id }) => id);
    return {
      id: entry.id,
      what: entry.what,
      article: entry.article ?? "not stated",
      here: own?.stated.here ?? entry.here,
      claims: groups ? inGroups : (own?.claims ?? inGroups),
    };
  });
  const added = kit
    .filter(({ stated }) => !article.unstated.some(({ id }) => id === stated.id))
    .map(({ stated: { id, what, article: said, here }, claims: ids }): Deviation => {
      return { id, what, article: said, here, claims: ids };
    });
  const based = baseDeviations(input.subjects ?? []).map(({ deviation, subjects }): Deviation => {
    const ids = claims.filter((claim) => subjectsOf(input, claim).some((id) => subjects.includes(id)));
    return { ...deviation, claims: ids.map(({ id }) => id) };
  });
  return [...declared, ...added, ...based]
    .filter((deviation) => deviation.claims.length > 0)
    .map((deviation) => (deviation.claims.length === claims.length ? { ...deviation, claims: [] } : deviation));
}

/** Claims of which some side is measured in one of these ways; all when `kinds` is null. */
function touched({ article, claims, tool }: DeviationsInput, kinds: readonly Kind[] | null): string[] {
  const isTouched = (claim: Claim): boolean =>
    kinds === null || placesOf(article, claim, {}, tool).some(({ cell }) => kinds.includes(cell.measure.kind));
  return claims.filter(isTouched).map(({ id }) => id);
}

function subjectsOf({ article, tool }: DeviationsInput, claim: Claim): string[] {
  return placesOf(article, claim, {}, tool).map(({ arm }) => subjectId(arm.target, arm.app));
}
