import type { Article, Claim } from "../model/article.ts";
import { type Arm, type Cell, type Measure, makeCell } from "../model/cell.ts";
import { type Place, placesOf } from "../model/resolve.ts";
import type { Tool } from "../model/tool.ts";

/** Arms in the order in which the claims first need them, and cells by arm, in that order too. */
export interface Collection {
  arms: Arm[];
  cells: Cell[];
}

/** What needs a sandbox in every round; image and facts are read from images. */
export const needsSandbox = ({ measure }: Cell): boolean => measure.kind !== "image" && measure.kind !== "facts";

/**
 * The cells of a plan, each once: what the claims need as stated, then those readings that need no further sandbox
 * cell, then the variations in `extra`, and what is always taken beside them.
 */
export function collect(
  article: Article,
  claims: readonly Claim[],
  extra: (claim: Claim) => readonly string[],
  tool: Tool,
  keep: (arm: Arm) => boolean,
): Collection {
  const arms = new Map<string, Arm>();
  const cells = new Map<string, Cell>();
  const add = (places: readonly Place[]): void => {
    for (const { arm, cell } of places) {
      if (!keep(arm)) continue;
      arms.set(arm.id, arm);
      cells.set(cell.id, cell);
    }
  };
  const placesWith = (claim: Claim, name: string): Place[] => {
    const changes = article.variations[name]?.changes;
    if (!changes) throw new Error(`claim ${claim.id}: variation ${name} is not among the article's`);
    return placesOf(article, claim, changes, tool);
  };
  for (const claim of claims) add(placesOf(article, claim, {}, tool));
  for (const claim of claims) {
    for (const name of claim.readings) {
      const places = placesWith(claim, name);
      if (places.every(({ cell }) => cells.has(cell.id) || !needsSandbox(cell))) add(places);
    }
  }
  for (const claim of claims) for (const name of extra(claim)) add(placesWith(claim, name));
  for (const { arm, measure } of [...cells.values()]) {
    const companion = companionOf(measure);
    if (companion) {
      const cell = makeCell({ id: arm }, companion);
      cells.set(cell.id, cell);
    }
  }
  const all = [...cells.values()];
  return { arms: [...arms.values()], cells: [...arms.keys()].flatMap((id) => all.filter((cell) => cell.arm === id)) };
}

/**
 * What is taken beside a measure because it explains it: system calls per response beside a load, and beside a cold start
 * of the process what a container of it takes to start.
 */
function companionOf(measure: Measure): Measure | null {
  if (measure.kind === "load") return { kind: "syscalls", route: measure.route };
  return measure.kind === "cold-start" ? { kind: "container-start" } : null;
}
