import type { Claim } from "../model/article.ts";
import { makeCell } from "../model/cell.ts";
import type { Traced } from "../model/judgement.ts";
import type { Metric } from "../model/metric.ts";
import { threeDigits } from "../model/quantity.ts";
import type { Place } from "../model/resolve.ts";
import type { SampleIndex } from "./sample-index.ts";

/** System calls per response at each place of a load claim, from the traced runs; empty for other claims. */
export function tracedAt(index: SampleIndex, claim: Claim, places: readonly Place[]): Traced[] {
  if (claim.at === undefined || !places.some(({ cell }) => cell.measure.kind === "load")) return [];
  const route = claim.at.route;
  const traced = places.map(({ role, arm }) => {
    const cell = makeCell(arm, { kind: "syscalls", route }).id;
    const one = (metric: Metric): number | null => index.values(cell, "once", metric, "mean")[0]?.value ?? null;
    return { role, arm: arm.id, writes: one("writes-per-response"), all: one("syscalls-per-response") };
  });
  return traced.some(({ writes, all }) => writes !== null || all !== null) ? traced : [];
}

/** `scriptc-0.0.32/service 5.00 sending system calls per response, node-22/service 1.00`; null without any. */
export function tracedText(traced: readonly Traced[]): string | null {
  const key = traced.every(({ writes }) => writes !== null) ? "writes" : "all";
  const known = traced.flatMap((one) => (one[key] === null ? [] : [{ arm: one.arm, calls: one[key] }]));
  const [first, ...others] = known;
  if (first === undefined) return null;
  const what = key === "writes" ? "sending system calls" : "system calls";
  const rest = others.map(({ arm, calls }) => `, ${arm} ${threeDigits(calls)}`).join("");
  return `${first.arm} makes ${threeDigits(first.calls)} ${what} per response${rest}`;
}
