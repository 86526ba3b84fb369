import type { Claim } from "../model/article.ts";
import type { ArmResult } from "../model/judgement.ts";
import type { Place } from "../model/resolve.ts";
import type { Run } from "../model/run.ts";
import { holm } from "../stats/holm.ts";
import { judgeVariant } from "./claim-reading.ts";
import { compareAt } from "./comparison.ts";
import { conditionsOf, forbidding } from "./conditions.ts";
import { MIN_ROUNDS } from "./outcome-evidence.ts";
import type { SampleIndex } from "./sample-index.ts";
import { tracedAt } from "./traced.ts";

/** Chance of naming any arm that does not agree with the article. */
const ALPHA = 0.05;

type Confirmation = NonNullable<ArmResult["confirmed"]>;

/**
 * Every declared arm of a claim. Exploring many arms finds one that agrees by chance, so an arm explains nothing before
 * it agrees in *fresh* rounds, corrected for the number of arms that were given such rounds.
 */
export function armResults(run: Run, index: SampleIndex, claim: Claim): ArmResult[] {
  const explored = claim.arms.map((id) => {
    const { what = "", changes = {} } = run.article.variations[id] ?? {};
    const variant = { id, what, changes };
    const { places, readings } = judgeVariant(run, index, claim, variant, "rounds");
    const fresh = confirm(run, index, claim, variant);
    return { ...readings[0], traced: tracedAt(index, claim, places), fresh };
  });
  const tested = explored.flatMap(({ fresh }) => (fresh?.p == null ? [] : [fresh.p]));
  const adjusted = holm(tested);
  return explored.map(({ fresh, ...result }) => {
    if (fresh === null) return { ...result, confirmed: null };
    const p = fresh.p === null ? null : (adjusted.shift() ?? null);
    return { ...result, confirmed: { ...fresh, p, agrees: fresh.agrees && (p === null || p < ALPHA) } };
  });
}

/**
 * The fresh rounds of one arm; null where there were none. For a ratio, `p` is one-sided, unadjusted, against "no
 * difference in the article's direction"; other relations agree when their outcome is reproduced, without a p.
 */
function confirm(
  run: Run,
  index: SampleIndex,
  claim: Claim,
  variant: Parameters<typeof judgeVariant>[3],
): Confirmation | null {
  const { places, readings } = judgeVariant(run, index, claim, variant, "confirm");
  const [reading] = readings;
  if (!places.every(({ cell }) => index.valid(cell.id, "confirm").length > 0)) return null;
  if (claim.relation.kind !== "ratio") {
    return { measured: reading.measured, p: null, agrees: reading.outcome === "reproduced" };
  }
  const [of, to] = places as [Place, Place];
  const comparison = compareAt(index, of, to, "confirm");
  if (comparison?.test == null) return { measured: reading.measured, p: null, agrees: false };
  const above = claim.relation.value > 1;
  // An end that a busy generator leaves open towards "no difference" undoes the test.
  const open = above ? comparison.denominatorBound : comparison.numeratorBound;
  const flags = conditionsOf(index, places, "confirm", comparison.ratios);
  const usable = comparison.rounds >= MIN_ROUNDS && forbidding(flags).length === 0 && !open;
  const p = above ? comparison.test.greater : comparison.test.less;
  return { measured: comparison.measured, p, agrees: usable };
}
