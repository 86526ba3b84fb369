import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim, Variation } from "../../scripts/model/article.ts";
import type { ClaimResult } from "../../scripts/model/judgement.ts";
import type { NewRecord } from "../../scripts/model/record.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, type SampleParts, series, steady, wobbling } from "./run-builder.ts";

const at = { route: "health", connections: 100 };
const rps = claim({ id: "rps", relation: { kind: "ratio", metric: "rps", of: "native", to: "node", value: 2.99 }, at });
const variations: Record<string, Variation> = {
  quota: { what: "a quota", changes: { cpu: "quota" } },
  busy: { what: "500 connections", changes: { connections: 500 } },
};
const withReadings: Claim = { ...rps, readings: ["quota", "busy"] };

/** Rates of native and node for a claim read one way. */
function rates(
  run: ReturnType<typeof makeRun>,
  native: number[],
  node: number[],
  variation?: string,
  parts?: SampleParts,
): NewRecord[] {
  const [of, to] = cellsOf(run, "rps", variation);
  return [...series(of, "rps", native, parts), ...series(to, "rps", node, parts)];
}

function only(run: ReturnType<typeof makeRun>, records: NewRecord[]): ClaimResult {
  const [result] = judge(run, numbered(records)).claims;
  assert.ok(result);
  return result;
}

test("a ratio inside the band is reproduced, with its interval, n and the tolerance at which that flips", () => {
  const run = makeRun({ claims: [rps] });
  const result = only(run, rates(run, wobbling(30_000), steady(10_000)));
  assert.equal(result.verdict, "reproduced");
  assert.equal(result.measured?.rounds, 6);
  // 3 · exp(± 2.5706 · ln 1.1 · √(6/5) / √6)
  assert.ok(Math.abs((result.measured?.low ?? 0) - 2.68866) < 1e-4);
  assert.ok(Math.abs((result.measured?.high ?? 0) - 3.34739) < 1e-4);
  // max(2.99 / 2.68866, 3.34739 / 2.99) − 1
  assert.ok(Math.abs((result.flipsAtTolerance ?? 0) - 0.11953) < 1e-4);
  assert.match(result.reason, /^Measured 3\.00x \[2\.69, 3\.35\], n = 6; published 2\.99x: the whole interval fits/);
  assert.deepEqual(result.subjects, ["native-1/service", "node-22/service"]);
});

test("reversed in every reading is contradicted", () => {
  const run = makeRun({ claims: [withReadings], variations, planned: ["quota", "busy"] });
  const records = [undefined, "quota", "busy"].flatMap((name) => rates(run, wobbling(7_000), steady(10_000), name));
  const result = only(run, records);
  assert.equal(result.verdict, "contradicted");
  assert.deepEqual(
    result.readings.map(({ id, outcome }) => [id, outcome]),
    [
      ["primary", "reversed"],
      ["quota", "reversed"],
      ["busy", "reversed"],
    ],
  );
  assert.match(result.reason, /Holds in 0 of 3 readings \(as stated, quota, busy\)\./);
});

test("reversed with readings that were not measured is reversed, and says how to measure them", () => {
  const run = makeRun({ claims: [withReadings], variations });
  const result = only(run, rates(run, wobbling(7_000), steady(10_000)));
  assert.equal(result.verdict, "reversed");
  assert.match(
    result.reason,
    /Holds in 0 of 1 measured readings \(as stated\); 2 more need --sensitivity: quota, busy\./,
  );
});

test("a reading that agrees is named where the primary does not", () => {
  const run = makeRun({ claims: [withReadings], variations, planned: ["busy"] });
  const records = [
    ...rates(run, wobbling(7_000), steady(10_000)),
    ...rates(run, wobbling(30_000), steady(10_000), "busy"),
  ];
  const result = only(run, records);
  assert.equal(result.verdict, "reproduced-under");
  assert.match(
    result.reason,
    /Holds in 1 of 2 measured readings \(busy; not: as stated\); 1 more needs --sensitivity: quota\./,
  );
});

test("the primary's outcome stands when no reading agrees and not all disagree", () => {
  const run = makeRun({ claims: [withReadings], variations, planned: ["busy", "quota"] });
  const records = [
    ...rates(run, wobbling(15_000), steady(10_000)),
    ...rates(run, wobbling(7_000), steady(10_000), "busy"),
    ...rates(run, wobbling(7_000), steady(10_000), "quota"),
  ];
  // [1.344, 1.674] lies below 2.99 ÷ 1.25 = 2.392.
  assert.equal(only(run, records).verdict, "weaker");
});

test("a generator at its limit leaves one side open", () => {
  const run = makeRun({ claims: [rps] });
  const [of, to] = cellsOf(run, "rps");
  const judged = (ratio: number, bound: "of" | "to"): ClaimResult => {
    const flags = ["generator-bound"];
    const native = series(of, "rps", wobbling(10_000 * ratio), bound === "of" ? { flags } : {});
    const node = series(to, "rps", steady(10_000), bound === "to" ? { flags } : {});
    return only(run, [...native, ...node]);
  };
  const atLeast = judged(1.5, "of");
  assert.equal(atLeast.verdict, "size-undecided");
  assert.equal(atLeast.measured?.high, null);
  assert.equal(atLeast.measured?.bound, "at-least");
  assert.match(atLeast.reason, /Measured at least 1\.50x \[1\.34, …\)/);
  assert.equal(judged(5, "of").verdict, "stronger");
  // At least 0.7 may be 3: not reversed.
  assert.equal(judged(0.7, "of").verdict, "inconclusive");
  // At most 0.7 is reversed whatever Node can do.
  const atMost = judged(0.7, "to");
  assert.equal(atMost.readings[0]?.outcome, "reversed");
  assert.equal(atMost.measured?.low, 0);
});

test("a busy generator inflates latency: the bound is the other way round", () => {
  const p50 = claim({
    ...rps,
    relation: { kind: "ratio", metric: "latency-p50", of: "node", to: "native", value: 2.9 },
  });
  const run = makeRun({ claims: [p50] });
  const [node, native] = cellsOf(run, "rps");
  const result = only(run, [
    ...series(node, "latency-p50", wobbling(15)),
    ...series(native, "latency-p50", steady(10), { flags: ["generator-bound"] }),
  ]);
  // The denominator is at most 10 ms, so the ratio is at least 1.5.
  assert.equal(result.measured?.bound, "at-least");
  assert.equal(result.verdict, "size-undecided");
});

test("fewer than six rounds are no verdict", () => {
  const run = makeRun({ claims: [rps] });
  const result = only(run, rates(run, wobbling(30_000).slice(1), steady(10_000)));
  assert.equal(result.verdict, "inconclusive");
  assert.match(result.reason, /5 valid rounds, a verdict needs 6/);
});

test("rounds pair by number: a round that one side lost is left out of both", () => {
  const run = makeRun({ claims: [rps] });
  const [of, to] = cellsOf(run, "rps");
  const native = series(of, "rps", [99_000, ...steady(30_000)]).slice(1);
  const result = only(run, [...native, ...series(to, "rps", [...steady(10_000), 11_000])]);
  // Rounds 2 to 6 are common and 7 is native 30,000 over Node's 11,000.
  assert.equal(result.measured?.rounds, 6);
  assert.ok(Math.abs((result.measured?.value ?? 0) - 3 * (10 / 11) ** (1 / 6)) < 1e-9);
});

test("rounds that no single ratio describes are unstable", () => {
  const run = makeRun({ claims: [rps] });
  const result = only(run, rates(run, [17_200, 17_400, 27_500, 17_300, 17_200, 17_500], steady(10_000)));
  assert.equal(result.verdict, "inconclusive");
  assert.deepEqual(result.flags, ["unstable"]);
  assert.match(result.reason, /unstable: the largest round is more than 1\.56 times/);
});

test("errors and a failed contract forbid a verdict", () => {
  for (const flag of ["errors", "contract-failed"]) {
    const run = makeRun({ claims: [rps] });
    const result = only(run, rates(run, wobbling(30_000), steady(10_000), undefined, { flags: [flag] }));
    assert.equal(result.verdict, "inconclusive");
    assert.ok(result.flags.includes(flag));
  }
});

test("a server that answers nothing is never ranked", () => {
  const run = makeRun({ claims: [rps] });
  const result = only(run, rates(run, steady(0), steady(10_000), undefined, { flags: ["errors"] }));
  assert.equal(result.verdict, "inconclusive");
  assert.equal(result.measured, null);
});

test("unequal voids block the verdict, equal ones do not", () => {
  const run = makeRun({ claims: [rps] });
  const [of, to] = cellsOf(run, "rps");
  const lost = (cell: typeof of, rounds: number): NewRecord[] =>
    series(cell, "rps", steady(1, rounds), { void: "steal" });
  const good = [
    ...series(of, "rps", wobbling(30_000), { attempt: 2 }),
    ...series(to, "rps", steady(10_000), { attempt: 2 }),
  ];
  // 3 of 9 tries against 0 of 6.
  const unequal = only(run, [...lost(of, 3), ...good]);
  assert.equal(unequal.verdict, "inconclusive");
  assert.deepEqual(unequal.flags, ["unequal-voids"]);
  const equal = only(run, [...lost(of, 3), ...lost(to, 3), ...good]);
  assert.equal(equal.verdict, "reproduced");
});

test("subjects that send different bytes are flagged, and judged all the same", () => {
  const run = makeRun({ claims: [rps] });
  const [of, to] = cellsOf(run, "rps");
  const records = [
    ...series(of, "rps", wobbling(30_000), { values: { "bytes-per-response": 660 } }),
    ...series(to, "rps", steady(10_000), { values: { "bytes-per-response": 600 } }),
  ];
  const result = only(run, records);
  assert.deepEqual(result.flags, ["different-bytes"]);
  assert.equal(result.verdict, "reproduced");
});
