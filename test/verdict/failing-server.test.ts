import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim, Relation } from "../../scripts/model/article.ts";
import type { ClaimResult } from "../../scripts/model/judgement.ts";
import type { NewRecord } from "../../scripts/model/record.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, series, steady, wobbling } from "./run-builder.ts";

const at = { route: "health", connections: 100 };
const RATIO: Relation = { kind: "ratio", metric: "rps", of: "native", to: "node", value: 2.99 };
const failedStart: NewRecord = {
  ...{ kind: "event", what: "start-failed", arm: "native-1/service" },
  detail: { message: "no valid answer in 20 s", log: "listening?\nport in use", phase: "rounds" },
};

/** What becomes of a claim when `native` fails in the way given and `node` serves 10,000 a second. */
function judged(
  parts: Partial<Claim> & { relation: Relation },
  failing: (cell: ReturnType<typeof cellsOf>[number] | undefined) => NewRecord[],
): ClaimResult {
  const run = makeRun({ claims: [claim({ id: "rps", at, ...parts })] });
  // A claim on native alone still needs the cell of Node for its rounds.
  const both = makeRun({ claims: [claim({ id: "rps", at, relation: RATIO })] });
  const [of, to] = cellsOf(both, "rps");
  const [result] = judge(run, numbered([...failing(of), ...series(to, "rps", steady(10_000))])).claims;
  assert.ok(result);
  assert.equal(result.measured, null);
  return result;
}

const RELATIONS: { name: string; relation: Relation }[] = [
  { name: "a ratio", relation: RATIO },
  { name: "an equivalence", relation: { kind: "equivalent", metric: "rps", of: "native", to: "node", margin: 0.1 } },
  { name: "an order", relation: { kind: "order", metric: "rps", of: ["native", "node"] } },
];

for (const { name, relation } of RELATIONS) {
  test(`${name} with a server that fails every request is inconclusive, and says why`, () => {
    const result = judged({ relation }, (cell) => series(cell, "rps", steady(0), { flags: ["errors"] }));
    assert.equal(result.verdict, "inconclusive");
    assert.deepEqual(result.flags, ["errors"]);
    assert.match(
      result.reason,
      /no round has a value above 0 of every subject; errors: requests failed: the sample supports no verdict\.$/,
    );
  });

  test(`${name} with a server whose samples all lack the judged value is inconclusive`, () => {
    const lacking = (cell: Parameters<typeof series>[0]) =>
      series(cell, "requests", steady(0), { flags: ["contract-failed"] });
    const result = judged({ relation }, lacking);
    assert.equal(result.verdict, "inconclusive");
    assert.deepEqual(result.flags, ["contract-failed"]);
    assert.match(
      result.reason,
      /native-1\/service load\/health@100\/oha has no requests per second; contract-failed: a response differed/,
    );
  });

  test(`${name} with a server that never starts is inconclusive, with its last words`, () => {
    const result = judged({ relation }, () => [failedStart]);
    assert.equal(result.verdict, "inconclusive");
    assert.deepEqual(result.flags, ["start-failed"]);
    assert.match(
      result.reason,
      /start-failed: native-1\/service \(no valid answer in 20 s; last log line: port in use\)/,
    );
  });
}

test("a figure of a server that fails every request is inconclusive, shown ones too", () => {
  for (const kind of ["at-most", "shown"] as const) {
    const relation: Relation = { kind, metric: "latency-p50", of: "native", value: 3, unit: "ms" };
    const result = judged({ relation }, (cell) => series(cell, "rps", steady(0), { flags: ["errors"] }));
    assert.equal(result.verdict, "inconclusive", kind);
    assert.deepEqual(result.flags, ["errors"]);
    assert.match(result.reason, /has no median latency; errors: requests failed/);
  }
});

test("rounds that no two subjects share are inconclusive, not unmeasured", () => {
  const result = judged({ relation: RATIO }, (cell) => series(cell, "rps", [...steady(0), 30_000]).slice(6));
  assert.equal(result.verdict, "inconclusive");
  assert.match(result.reason, /no round has a value above 0 of every subject\.$/);
});

test("a server that fails does not hide that an order is reversed elsewhere", () => {
  const order = claim({ id: "order", at, relation: { kind: "order", metric: "rps", of: ["native", "node", "third"] } });
  const third = { target: "third-1", app: "service" };
  const run = makeRun({ claims: [order], builds: { third } });
  const [native, node, failing] = cellsOf(run, "order");
  const records = [
    ...series(native, "rps", wobbling(10_000)),
    ...series(node, "rps", steady(30_000)),
    ...series(failing, "rps", steady(0), { flags: ["errors"] }),
  ];
  const [result] = judge(run, numbered(records)).claims;
  assert.equal(result?.readings[0]?.outcome, "reversed");
  assert.deepEqual(result?.flags, ["errors"]);
});

test("readings with a failing server count as measured: --sensitivity would not help them", () => {
  const variations = { walk: { what: "500 connections", changes: { connections: 500 } } };
  const rps = claim({ id: "rps", at, relation: RATIO, readings: ["walk"] });
  const run = makeRun({ claims: [rps], variations, planned: ["walk"] });
  const records = [undefined, "walk"].flatMap((name) => {
    const [of, to] = cellsOf(run, "rps", name);
    return [...series(of, "rps", steady(0), { flags: ["errors"] }), ...series(to, "rps", steady(10_000))];
  });
  const [result] = judge(run, numbered(records)).claims;
  assert.match(result?.reason ?? "", /Holds in 0 of 2 readings \(as stated, walk\)\./);
});
