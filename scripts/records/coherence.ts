import { makeCell } from "../model/cell.ts";
import type { InputFault } from "../model/errors.ts";
import type { Sample } from "../model/record.ts";
import { placesOf } from "../model/resolve.ts";
import type { Plan, Run } from "../model/run.ts";
import { pathFault, shown, type Text } from "./fault.ts";
import type { Path } from "./place.ts";

const isRepeated = ({ phase }: Sample): boolean => phase === "rounds" || phase === "confirm";

/** What a record has to fit: the run's plan, and the record before it. */
export interface Frame {
  rounds: number;
  arms: ReadonlySet<string>;
}
export const frameOf = ({ profile, arms }: Plan): Frame => ({
  rounds: profile.rounds,
  arms: new Set(arms.map(({ id }) => id)),
});

interface Misfit {
  key: string;
  expected: string;
  found: unknown;
}

/** What of a sample was put in by hand, since the plan has no such arm, cell or round; null where all fits. */
export function misfit(sample: Sample, { rounds, arms }: Frame): Misfit | null {
  const { arm, cell, measure, round } = sample;
  if (!arms.has(arm)) return { key: "arm", expected: "an arm of the plan", found: arm };
  const own = `${arm} ${measure}`;
  if (cell !== own) return { key: "cell", expected: shown(own), found: cell };
  if (isRepeated(sample) ? round >= 1 && round <= rounds : round === 0) return null;
  const expected = isRepeated(sample) ? `a round of the plan, 1 to ${rounds}` : "round 0, for what is taken once";
  return { key: "round", expected, found: round };
}

/** What judging looks up in a run and would not find: its parts name each other. */
export function runFaults(source: Text, { article, plan }: Run): InputFault[] {
  const faults: InputFault[] = [];
  const named = (path: Path, name: string, known: readonly string[], expected: string): void => {
    if (!known.includes(name)) faults.push(pathFault(source, path, expected, shown(name)));
  };
  const ids = article.claims.map(({ id }) => id);
  const arms = plan.arms.map(({ id }) => id);
  article.claims.forEach((claim, nth) => {
    const path = ["article", "claims", nth];
    named([...path, "group"], claim.group, Object.keys(article.groups), "a group of the article");
    for (const list of ["readings", "arms"] as const) {
      claim[list].forEach((name, at) => {
        named([...path, list, at], name, Object.keys(article.variations), "a variation of the article");
      });
    }
    if (claim.relation.kind === "all-of") {
      claim.relation.claims.forEach((id, at) => {
        named([...path, "relation", "claims", at], id, ids, "a claim of the article");
      });
    }
    try {
      const variations = [...claim.readings, ...claim.arms].flatMap((name) => article.variations[name] ?? []);
      for (const changes of [{}, ...variations.map((variation) => variation.changes)]) {
        placesOf(article, claim, changes, article.protocol.tool);
      }
    } catch (error) {
      const found = `one that cannot: ${(error as Error).message}`;
      faults.push(pathFault(source, [...path, "relation"], "a claim that can be looked up", found));
    }
  });
  plan.claims.forEach((id, nth) => {
    named(["plan", "claims", nth], id, ids, "a claim of the article");
  });
  plan.cells.forEach((cell, nth) => {
    named(["plan", "cells", nth, "arm"], cell.arm, arms, "an arm of the plan");
    const { id } = makeCell({ id: cell.arm }, cell.measure);
    named(["plan", "cells", nth, "id"], cell.id, [id], shown(id));
  });
  return faults;
}
