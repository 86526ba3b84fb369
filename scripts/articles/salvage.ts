import type { z } from "zod";
import { type Article, articleSchema } from "../model/article.ts";

/**
 * What is left of an article without the parts that do not fit the schema, so that its references can be checked in
 * the same pass: unknown keys go, then claims with faults. Null when even that does not fit. `indexes` gives each
 * remaining claim's place in the file.
 *
 * Nothing is ever run from the result: it only serves to find more faults.
 */
export function salvage(
  data: unknown,
  issues: readonly z.core.$ZodIssue[],
): { article: Article; indexes: number[] } | null {
  const copy = structuredClone(data) as { claims?: unknown };
  const broken = new Set<number>();
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") {
      const owner = issue.path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown>)?.[step], copy);
      for (const key of issue.keys) delete (owner as Record<string, unknown>)[key];
    } else if (issue.path[0] === "claims" && typeof issue.path[1] === "number") {
      broken.add(issue.path[1]);
    }
  }
  if (!Array.isArray(copy?.claims)) return null;
  const indexes = copy.claims.map((_, index) => index).filter((index) => !broken.has(index));
  // A claim that cannot be read may still be named by an all-of: it stands in with its id alone.
  const claims = copy.claims.map((claim: unknown, index) => (broken.has(index) ? standIn(claim) : claim));
  const kept = claims.flatMap((claim, index) => (claim === null ? [] : [{ claim, index }]));
  const parsed = articleSchema.safeParse({ ...copy, claims: kept.map(({ claim }) => claim) });
  return parsed.success && indexes.length > 0
    ? { article: parsed.data, indexes: kept.map(({ index }) => index) }
    : null;
}

function standIn(claim: unknown): object | null {
  const { id, group } = (claim ?? {}) as Record<string, unknown>;
  if (typeof id !== "string" || typeof group !== "string") return null;
  return { id, group, says: "", provenance: "", relation: { kind: "unmeasured", why: "" } };
}
