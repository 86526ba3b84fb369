import { FLAGS, type Flag } from "../model/flag.ts";
import type { Judgement } from "../model/judgement.ts";
import type { Report } from "./schema.ts";

/** Every flag that was raised, with its advice and where; in the order of the flags' own list. */
export function flagsOf({ summaries, claims, drift }: Judgement): Report["flags"] {
  const where = new Map<string, Set<string>>();
  const raise = (flags: readonly string[], place: string): void => {
    for (const flag of flags) where.set(flag, (where.get(flag) ?? new Set()).add(place));
  };
  for (const { arm, measure, flags } of summaries) raise(flags, `${arm} ${measure}`);
  for (const { id, flags } of claims) raise(flags, `claim ${id}`);
  if (drift?.drifted) raise(["drifted"], "all loads");
  const order = Object.keys(FLAGS);
  return [...where]
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b) || (a < b ? -1 : 1))
    .map(([flag, places]) => ({ flag, advice: FLAGS[flag as Flag] ?? "", where: [...places] }));
}
