import type { ClaimResult, Judgement } from "../model/judgement.ts";
import type { Run } from "../model/run.ts";
import { judged } from "./change.ts";
import { differencesOf } from "./differences.ts";
import { figuresOf } from "./figures.ts";
import type { Comparison, Difference, VerdictChange } from "./schema.ts";

/** A run with what was judged of it. */
export interface JudgedRun {
  run: Run;
  judgement: Judgement;
  /** What compressed sizes were made by: two compressors' sizes are not compared. Null where none was counted. */
  compressor: string | null;
}

/** Two runs can be compared unless something forbids it. */
export const isComparable = (differences: readonly Difference[]): boolean =>
  !differences.some(({ forbids }) => forbids);

/**
 * What changed from run A to run B: the conditions, every figure that both have, and the verdicts. A function of its input
 * alone.
 *
 * @param floor as a share, > 0 (see `judged`)
 */
export function compareRuns(a: JudgedRun, b: JudgedRun, floor: number): Comparison {
  const compressors = { what: "compressor", a: a.compressor ?? "–", b: b.compressor ?? "–", forbids: false };
  const differences = [
    ...differencesOf(a.run, b.run),
    ...(a.compressor && b.compressor && a.compressor !== b.compressor ? [compressors] : []),
  ];
  const { figures, only } = figuresOf(a.judgement, b.judgement, a.compressor === b.compressor);
  const verdicts = inBoth(a, b);
  return {
    schema: 1,
    a: headOf(a.run),
    b: headOf(b.run),
    comparable: isComparable(differences),
    differences,
    floor,
    figures: judged(figures, floor),
    only,
    verdicts: verdicts.filter((one) => one.a !== one.b),
    claims: verdicts.length,
  };
}

const headOf = ({ run, status, startedAt, plan }: Run): Comparison["a"] => ({
  ...{ run, status, startedAt, profile: plan.profile.name },
});

/** Claims that were asked for in both runs. */
function inBoth(a: JudgedRun, b: JudgedRun): VerdictChange[] {
  const asked = ({ run, judgement }: JudgedRun): Map<string, ClaimResult> => {
    const chosen = judgement.claims.filter(({ id }) => run.plan.claims.length === 0 || run.plan.claims.includes(id));
    return new Map(chosen.map((claim) => [claim.id, claim]));
  };
  const before = asked(a);
  return [...asked(b).values()].flatMap(({ id, says, verdict }) => {
    const earlier = before.get(id);
    return earlier ? [{ id, says, a: earlier.verdict, b: verdict }] : [];
  });
}
