import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClaimResult } from "../../scripts/model/judgement.ts";
import type { NewRecord } from "../../scripts/model/record.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, type RunParts, series, steady } from "./run-builder.ts";

const at = { route: "health", connections: 100 };
const rps = claim({ id: "rps", relation: { kind: "ratio", metric: "rps", of: "native", to: "node", value: 2.99 }, at });

function judged(
  parts: Partial<RunParts>,
  records: (run: ReturnType<typeof makeRun>) => NewRecord[] = () => [],
): ClaimResult {
  const run = makeRun({ claims: [rps], ...parts });
  const [result] = judge(run, numbered(records(run))).claims;
  assert.ok(result);
  assert.equal(result.verdict, "not-measured");
  assert.equal(result.measured, null);
  return result;
}

test("a failed build is named with its error codes", () => {
  const failure = {
    tool: "scriptc",
    exitCode: 1,
    lines: ["a.ts(3,9): SC2020 no", "b.ts: SC1090 no"],
    log: "logs/b.txt",
  };
  const result = judged({ subjects: { "native-1/service": { status: "build-failed", failure } } }, (run) =>
    series(cellsOf(run, "rps")[1], "rps", steady(1)),
  );
  assert.match(result.reason, /^Build-failed: native-1\/service \(scriptc, exit code 1: SC1090, SC2020\)\.$/);
});

test("a target that cannot be had is unavailable", () => {
  const failure = { tool: "npm", exitCode: 1, lines: ["no such version 0.0.1"], log: "" };
  const result = judged({ subjects: { "native-1/service": { status: "unavailable", failure } } });
  assert.match(result.reason, /^Unavailable: native-1\/service \(no such version 0\.0\.1\)/);
});

test("a subject that once failed to start has no verdict even where other rounds worked", () => {
  const run = makeRun({ claims: [rps] });
  const [of, to] = cellsOf(run, "rps");
  const failed: NewRecord = { kind: "event", what: "start-failed", arm: "native-1/service", detail: {} };
  const records = [...series(of, "rps", steady(3)), ...series(to, "rps", steady(1)), failed];
  const [result] = judge(run, numbered(records)).claims;
  assert.equal(result?.verdict, "inconclusive");
  assert.deepEqual(result?.flags, ["start-failed"]);
  const later = { ...failed, detail: { phase: "once" } };
  const rounds = [...series(of, "rps", steady(3)), ...series(to, "rps", steady(1))];
  assert.equal(judge(run, numbered([...rounds, later])).claims[0]?.verdict, "reproduced");
});

test("tries that were all void are counted", () => {
  const result = judged({}, (run) => {
    const [of, to] = cellsOf(run, "rps");
    const lost = [1, 2, 3].flatMap((attempt) => series(of, "rps", [3], { attempt, void: "steal" }));
    return [...lost, ...series(to, "rps", [1])];
  });
  assert.match(result.reason, /All 3 tries of native-1\/service load\/health@100\/oha were void/);
});

test("a metric without a value is missing, not 0", () => {
  const p99 = claim({ ...rps, relation: { kind: "shown", metric: "latency-p99", of: "node", value: 3, unit: "ms" } });
  const run = makeRun({ claims: [p99] });
  const [node] = cellsOf(run, "rps");
  const judgement = judge(run, numbered(series(node, "rps", steady(9000))));
  assert.equal(judgement.claims[0]?.verdict, "not-measured");
  assert.match(judgement.claims[0]?.reason ?? "", /has no 99th percentile of latency/);
  assert.deepEqual(
    judgement.summaries.map(({ metric }) => metric),
    ["rps"],
  );
});

test("claims that were not chosen, not planned or cannot be checked say so", () => {
  const other = claim({ id: "other", relation: { kind: "unmeasured", why: "a cause, not a figure" } });
  const unchosen = judged({ change: (run) => ({ ...run, plan: { ...run.plan, claims: ["other"] } }) });
  assert.equal(unchosen.reason, "Not selected for this run.");
  assert.equal(judged({ claims: [other] }).reason, "A cause, not a figure.");
  const unplanned = judged({ change: (run) => ({ ...run, plan: { ...run.plan, cells: [] } }) });
  // A name stays as it is written everywhere else, at the start of a sentence too.
  assert.match(unplanned.reason, /^native-1\/service load\/health@100\/oha was not measured in this run/);
  assert.match(judged({}).reason, /was not reached in this run/);
});
