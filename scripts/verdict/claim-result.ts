import type { Claim } from "../model/article.ts";
import type { Flag } from "../model/flag.ts";
import type { ClaimResult, Reading } from "../model/judgement.ts";
import type { Run } from "../model/run.ts";
import { checkArithmetic } from "./arithmetic.ts";
import { armResults } from "./arm-result.ts";
import { type Judged, judgeVariant, type Variant } from "./claim-reading.ts";
import { publishedOf, toleranceOf } from "./published.ts";
import { checkSpread } from "./published-spread.ts";
import { notMeasured } from "./reading.ts";
import { reasonOf, reasonOfAll } from "./reason.ts";
import type { SampleIndex } from "./sample-index.ts";
import { tracedAt } from "./traced.ts";
import { verdictOf, verdictOfAll } from "./verdict.ts";

const PRIMARY: Variant = { id: "primary", what: "as the claim states it", changes: {} };

/** A claim judged by its own samples; deviations are added where the whole run is known. */
export function resultOf(run: Run, index: SampleIndex, claim: Claim): ClaimResult {
  const { relation } = claim;
  if (relation.kind === "unmeasured") return withoutSamples(claim, relation.why);
  // An empty list is "all": the plan names claims only where the user chose some.
  const chosen = run.plan.claims.length === 0 || run.plan.claims.includes(claim.id);
  if (!chosen) return withoutSamples(claim, "not selected for this run");
  const primary = judgeVariant(run, index, claim, PRIMARY, "rounds");
  const judged = [primary, ...claim.readings.map((id) => judgeVariant(run, index, claim, variant(run, id), "rounds"))];
  const readings = judged.flatMap((each) => each.readings) as [Reading, ...Reading[]];
  const [first] = readings;
  const told = {
    ...blank(claim),
    subjects: primary.places.map(({ arm }) => arm.id),
    measured: first.measured,
    tools: toolsOf(primary),
    readings,
    arms: armResults(run, index, claim),
    traced: tracedAt(index, claim, primary.places),
    verdict: verdictFor(claim, readings),
    flipsAtTolerance: first.flipsAtTolerance,
    flags: first.flags,
  };
  return withOwnFlags({ ...told, reason: reasonOf(told) });
}

/** A statement that stands or falls with other claims, once those are judged. */
export function resultOfAll(claim: Claim, parts: readonly ClaimResult[]): ClaimResult {
  const verdict = verdictOfAll(parts.map((part) => part.verdict));
  const flips = parts.map(({ flipsAtTolerance }) => flipsAtTolerance).filter((flip) => flip !== null);
  return withOwnFlags({
    ...blank(claim),
    subjects: [...new Set(parts.flatMap(({ subjects }) => subjects))].sort(),
    verdict,
    reason: reasonOfAll(verdict, parts),
    // All parts must hold: the statement is reproduced from the widest tolerance any of them needs.
    flipsAtTolerance: parts.every((part) => part.flipsAtTolerance !== null) ? Math.max(...flips) : null,
    flags: [...new Set(parts.flatMap(({ flags }) => flags))].sort(),
  });
}

function variant(run: Run, id: string): Variant {
  const { what = "", changes = {} } = run.article.variations[id] ?? {};
  return { id, what, changes };
}

function verdictFor(claim: Claim, readings: [Reading, ...Reading[]]): ClaimResult["verdict"] {
  if (claim.relation.kind !== "shown") return verdictOf(readings);
  return readings[0].measured === null ? readings[0].outcome : "shown";
}

function toolsOf({ readings: [reading], otherTool }: Judged): ClaimResult["tools"] {
  const tool = reading.measured?.tool ?? null;
  if (otherTool === null || tool === null) return [];
  const { outcome, measured } = otherTool.reading;
  return [
    { tool, outcome: reading.outcome, measured: reading.measured, judged: true },
    { tool: otherTool.tool, outcome, measured, judged: false },
  ];
}

function withoutSamples(claim: Claim, why: string): ClaimResult {
  const reading = notMeasured(PRIMARY, why);
  const told = { ...blank(claim), readings: [reading] };
  return withOwnFlags({ ...told, reason: reasonOf(told) });
}

function withOwnFlags(result: ClaimResult): ClaimResult {
  const own: Flag[] = [];
  if (result.arithmetic !== null && result.arithmetic.fits === null) own.push("arithmetic");
  if (result.spread !== null && !result.spread.supports) own.push("own-spread");
  return own.length === 0 ? result : { ...result, flags: [...result.flags, ...own].sort() };
}

function blank(claim: Claim): ClaimResult {
  const { id, group, says, relation } = claim;
  return {
    id,
    group,
    says,
    relation: relation.kind,
    metric: "metric" in relation ? relation.metric : null,
    subjects: [],
    published: publishedOf(claim),
    measured: null,
    tools: [],
    readings: [],
    arms: [],
    traced: [],
    verdict: "not-measured",
    reason: "",
    note: claim.note ?? null,
    flipsAtTolerance: null,
    tolerance: toleranceOf(claim),
    arithmetic: checkArithmetic(claim),
    spread: checkSpread(claim),
    flags: [],
    deviations: [],
  };
}
