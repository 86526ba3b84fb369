import assert from "node:assert/strict";
import { test } from "node:test";
import type { Variation } from "../../scripts/model/article.ts";
import { makeCell } from "../../scripts/model/cell.ts";
import type { ClaimResult } from "../../scripts/model/judgement.ts";
import type { NewRecord } from "../../scripts/model/record.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, sample, series, steady, wobbling } from "./run-builder.ts";

const variations: Record<string, Variation> = {
  setheader: { what: "setHeader and end", changes: { app: "setheader" } },
  fewer: { what: "10 connections", changes: { connections: 10 } },
};
const rps = claim({
  id: "rps",
  relation: { kind: "ratio", metric: "rps", of: "native", to: "node", value: 2.99 },
  at: { route: "health", connections: 100 },
  arms: ["setheader", "fewer"],
});
const run = makeRun({ claims: [rps], variations, planned: ["setheader", "fewer"] });

function rates(ratio: number, variation?: string, phase: "rounds" | "confirm" = "rounds"): NewRecord[] {
  const [of, to] = cellsOf(run, "rps", variation);
  return [...series(of, "rps", wobbling(10_000 * ratio), { phase }), ...series(to, "rps", steady(10_000), { phase })];
}

function calls(arm: string, writes: number): NewRecord {
  const cell = makeCell({ id: arm }, { kind: "syscalls", route: "health" });
  return sample(cell, {
    phase: "once",
    round: 0,
    values: { "writes-per-response": writes, "syscalls-per-response": 9 },
  });
}

const traced = [
  calls("native-1/service", 5),
  calls("node-22/service", 1),
  calls("native-1/setheader", 2),
  calls("node-22/setheader", 1),
];
const only = (records: NewRecord[]): ClaimResult => judge(run, numbered(records)).claims[0] as ClaimResult;

test("without arms the reason points at system calls and says what would explain", () => {
  const { reason, verdict } = only([...rates(0.7), ...traced]);
  assert.equal(verdict, "contradicted");
  assert.match(reason, /native-1\/service makes 5\.00 sending system calls per response, node-22\/service 1\.00\./);
  assert.match(reason, /were not run \(--sensitivity=setheader,fewer does\)/);
});

test("an arm that agrees in the first rounds alone explains nothing", () => {
  const result = only([...rates(0.7), ...rates(1.3, "setheader"), ...rates(0.7, "fewer"), ...traced]);
  const unexplained = /Unexplained: no arm agrees with the article\. Others: setheader 1\.30x \(weaker, not run again/;
  assert.match(result.reason, unexplained);
  const some = only([...rates(0.7), ...rates(0.7, "fewer")]);
  assert.match(some.reason, /Others: fewer 0\.700x \(reversed\)\. Arms .* not run \(--sensitivity=setheader does\)/);
  assert.doesNotMatch(some.reason, /Unexplained/);
  assert.equal(result.arms[0]?.confirmed, null);
});

test("an arm that agrees in fresh rounds is named with its system calls, the other as not confirmed", () => {
  const fresh = [...rates(1.3, "setheader", "confirm"), ...rates(0.7, "fewer", "confirm")];
  const result = only([...rates(0.7), ...rates(1.3, "setheader"), ...rates(0.7, "fewer"), ...fresh, ...traced]);
  const [setheader, fewer] = result.arms;
  assert.equal(setheader?.confirmed?.agrees, true);
  // t = ln 1.3 · √5 / ln 1.1 with 5 degrees of freedom: one-sided 0.000823065, twice that over two arms.
  assert.ok(Math.abs((setheader?.confirmed?.p ?? 0) - 0.00164613) < 1e-7);
  assert.equal(fewer?.confirmed?.agrees, false);
  assert.match(
    result.reason,
    /In fresh rounds these arms agree with the article in direction: setheader 1\.30x .* p = 0\.00165 after Holm \(native-1\/setheader makes 2\.00 sending system calls per response, node-22\/setheader 1\.00\)/,
  );
  assert.match(result.reason, /Others: fewer 0\.700x \(not confirmed\)/);
});

test("Holm over the confirmed arms: what one arm alone would show, two of them do not", () => {
  // One-sided p = 0.0300 each.
  const weak = 1.10873;
  const one = only([...rates(0.7), ...rates(weak, "setheader"), ...rates(weak, "setheader", "confirm")]);
  assert.equal(one.arms[0]?.confirmed?.agrees, true);
  assert.ok(Math.abs((one.arms[0]?.confirmed?.p ?? 0) - 0.030002) < 1e-5);
  const both = ["setheader", "fewer"].flatMap((name) => [...rates(weak, name), ...rates(weak, name, "confirm")]);
  const two = only([...rates(0.7), ...both]);
  assert.deepEqual(
    two.arms.map(({ confirmed }) => confirmed?.agrees),
    [false, false],
  );
  assert.ok(Math.abs((two.arms[0]?.confirmed?.p ?? 0) - 0.060004) < 1e-5);
  assert.match(two.reason, /Unexplained/);
});

test("fewer than six fresh rounds confirm nothing", () => {
  const [of, to] = cellsOf(run, "rps", "setheader");
  const five = [
    ...series(of, "rps", steady(30_000, 5), { phase: "confirm" }),
    ...series(to, "rps", steady(10_000, 5), { phase: "confirm" }),
  ];
  assert.equal(only([...rates(0.7), ...rates(1.3, "setheader"), ...five]).arms[0]?.confirmed?.agrees, false);
});

test("an arm is no reading: it changes no verdict", () => {
  const result = only([...rates(0.7), ...rates(2.99, "setheader"), ...rates(2.99, "setheader", "confirm")]);
  assert.equal(result.verdict, "contradicted");
  assert.equal(result.readings.length, 1);
});

test("an arm that agrees is named with its flags: no one is to take a figure without its caveat", () => {
  const [of, to] = cellsOf(run, "rps", "setheader");
  const flagged = (["rounds", "confirm"] as const).flatMap((phase) => [
    ...series(of, "rps", wobbling(13_000), { phase, flags: ["unguarded"] }),
    ...series(to, "rps", steady(10_000), { phase, flags: ["unguarded"] }),
  ]);
  assert.match(only([...rates(0.7), ...flagged]).reason, /setheader 1\.30x .* after Holm, flags: unguarded/);
});
