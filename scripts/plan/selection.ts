import type { Article, Claim } from "../model/article.ts";
import { InputError, type InputFault } from "../model/errors.ts";
import { nearest, suggestion } from "../model/nearest.ts";
import type { TargetsFile } from "../model/target.ts";

/** The claims named by id or by group, in the article's order, with those an all-of rests on; all when none is named. */
export function selectClaims(article: Article, names: readonly string[] | undefined): Claim[] {
  if (!names || names.length === 0) return article.claims;
  const ids = article.claims.map(({ id }) => id);
  const groups = Object.keys(article.groups);
  const known = [...ids, ...groups];
  const all = `use a group: ${groups.join(", ")}; bench plan ${article.slug} lists every claim`;
  const next = (name: string): string => (nearest(name, known) === null ? all : suggestion(name, known));
  refuseUnknown("--claims", names, known, `a claim or a group of ${article.slug}`, next);
  const chosen = article.claims.filter(({ id, group }) => names.includes(id) || names.includes(group));
  const members = chosen.flatMap(({ relation }) => (relation.kind === "all-of" ? relation.claims : []));
  return article.claims.filter((claim) => chosen.includes(claim) || members.includes(claim.id));
}

/** Checks the names of --targets against targets.yaml. */
export function checkTargets(targets: TargetsFile, names: readonly string[]): void {
  refuseUnknown("--targets", names, Object.keys(targets.targets), "a target of targets.yaml");
}

/** Whether a variation is measured through a port of the host. */
export const publishesPort = (article: Article, name: string): boolean =>
  article.variations[name]?.changes.path === "published";

/**
 * The variations that --sensitivity asks for: those named, or all of the article but those that publish a port, which are
 * measured only where they are named, and never of what a user brought.
 */
export function selectVariations(
  article: Article,
  sensitivity: true | readonly string[] | undefined,
  mayPublish: boolean,
): string[] {
  const known = Object.keys(article.variations);
  const publishes = (name: string): boolean => publishesPort(article, name);
  if (sensitivity === undefined) return [];
  if (sensitivity === true) return known.filter((name) => !publishes(name));
  refuseUnknown("--sensitivity", sensitivity, known, `a variation of ${article.slug}`);
  const refused = mayPublish ? [] : sensitivity.filter(publishes);
  if (refused.length > 0) {
    const found = `${refused.map((name) => `"${name}"`).join(", ")}, which publishes a port, for an article that is not the kit's own`;
    throw new InputError([fault("--sensitivity", "variations on loopback", found, "leave it out")]);
  }
  return known.filter((name) => sensitivity.includes(name));
}

function refuseUnknown(
  option: string,
  names: readonly string[],
  known: readonly string[],
  expected: string,
  next = (name: string): string => suggestion(name, known),
): void {
  const faults = names
    .filter((name) => !known.includes(name))
    .map((name) => fault(option, expected, `"${name}"`, next(name)));
  if (faults.length > 0) throw new InputError(faults);
}

/** A fault of a command-line option. */
export function fault(option: string, expected: string, found: string, next: string): InputFault {
  return { file: option, line: null, column: null, expected, found, next };
}
