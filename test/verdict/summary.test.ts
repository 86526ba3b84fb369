import assert from "node:assert/strict";
import { test } from "node:test";
import type { Summary } from "../../scripts/model/judgement.ts";
import type { NewRecord } from "../../scripts/model/record.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, series, steady, wobbling } from "./run-builder.ts";

const at = { route: "health", connections: 100 };
const rps = claim({ id: "rps", at, relation: { kind: "shown", metric: "rps", of: "node", value: 1, unit: "1/s" } });
const run = makeRun({ claims: [rps] });
const [cell] = cellsOf(run, "rps");

const summaries = (records: NewRecord[]): Summary[] => judge(run, numbered(records)).summaries;

test("a rate is summed up by its geometric mean with a t interval on logs", () => {
  const [summary] = summaries(series(cell, "rps", wobbling(10_000)));
  assert.equal(summary?.rounds, 6);
  assert.ok(Math.abs((summary?.value ?? 0) - 10_000) < 1e-6);
  // 10,000 · exp(± 2.5706 · ln 1.1 · √(6/5) / √6)
  assert.ok(Math.abs((summary?.low ?? 0) - 8962.21) < 0.01);
  assert.ok(Math.abs((summary?.high ?? 0) - 11157.97) < 0.01);
  assert.deepEqual(
    [summary?.subject, summary?.measure, summary?.unit],
    ["node-22/service", "load/health@100/oha", "1/s"],
  );
  assert.deepEqual(summary?.flags, []);
});

test("bytes that never change come out as whole bytes", () => {
  const [summary] = summaries(series(cell, "bytes-per-response", steady(571_003)));
  assert.deepEqual([summary?.value, summary?.low, summary?.high], [571_003, 571_003, 571_003]);
});

test("counts keep their arithmetic mean, zeros included", () => {
  const [errors] = summaries(series(cell, "errors", [0, 0, 0, 6, 0, 0]));
  assert.equal(errors?.value, 1);
  assert.match(errors?.method ?? "", /^mean/);
});

test("only the last try of a round counts, and only when it is not void", () => {
  const records = [
    ...series(cell, "rps", [1], { round: 1, void: "steal" }),
    ...series(cell, "rps", [100], { round: 1, attempt: 2 }),
    ...series(cell, "rps", [100], { round: 2 }),
    ...series(cell, "rps", [7], { round: 3, void: "steal" }),
    ...series(cell, "rps", [7], { round: 3, attempt: 2, void: "steal" }),
  ];
  const { summaries: found, voids } = judge(run, numbered(records));
  assert.equal(found[0]?.rounds, 2);
  assert.ok(Math.abs((found[0]?.value ?? 0) - 100) < 1e-9);
  assert.deepEqual(found[0]?.flags, ["too-few-rounds"]);
  assert.deepEqual(voids, [{ arm: "node-22/service", tries: 5, void: 3, causes: { steal: 3 } }]);
});

test("172k, 174k, 275k are unstable; a tail as wide is not", () => {
  const [rate] = summaries(series(cell, "rps", [172, 174, 275, 173, 172, 174]));
  assert.deepEqual(rate?.flags, ["unstable"]);
  const [tail] = summaries(series(cell, "latency-p99", [172, 174, 275, 173, 172, 174]));
  assert.deepEqual(tail?.flags, []);
});

test("a pilot sums up nothing, and fresh rounds stay apart from the first ones", () => {
  const records = [
    ...series(cell, "rps", [1], { phase: "pilot", round: 0 }),
    ...series(cell, "rps", steady(5)),
    ...series(cell, "rps", steady(8), { phase: "confirm" }),
  ];
  const found = summaries(records).map(({ phase, value }) => [phase, Math.round(value)]);
  assert.deepEqual(found, [
    ["rounds", 5],
    ["confirm", 8],
  ]);
});

test("a cell that no plan names, of a tool that joined in, is summed up too", () => {
  const [wrk] = cellsOf(run, "rps", undefined, "wrk");
  const measures = summaries([...series(wrk, "rps", steady(5)), ...series(cell, "rps", steady(5))]).map(
    (one) => one.measure,
  );
  assert.deepEqual(measures, ["load/health@100/oha", "load/health@100/wrk"]);
});

test("a busy generator is flagged on rates and latencies, not on bytes", () => {
  const records = series(cell, "rps", steady(5), { flags: ["generator-bound"], values: { "bytes-per-response": 9 } });
  const flags = summaries(records).map(({ metric, flags: found }) => [metric, found]);
  assert.deepEqual(flags, [
    ["rps", ["generator-bound"]],
    ["bytes-per-response", []],
  ]);
});

test("the order of records changes nothing", () => {
  const trials = [3.1, 2.7, 9.3].flatMap((value, nth) =>
    series(cell, "latency-mean", wobbling(value), { trial: nth + 1 }),
  );
  const records = numbered([...series(cell, "rps", wobbling(10)), ...trials]);
  assert.deepEqual(judge(run, [...records].reverse()), judge(run, records));
});
