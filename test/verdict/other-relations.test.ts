import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewRecord } from "../../scripts/model/record.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, sample, series, steady, wobbling } from "./run-builder.ts";

const at = { route: "health", connections: 100 };
const builds = { listing: { target: "native-1", app: "as-printed" } };
const failure = { tool: "scriptc", exitCode: 1, lines: ["x: error SC1090"], log: "logs/x.txt" };
const failed = { "native-1/as-printed": { status: "build-failed" as const, image: null, failure } };

test("a failed build is a fact: what the article says compiles does not, with the codes", () => {
  const compiles = claim({
    id: "listing",
    relation: { kind: "artefact", of: "listing", fact: "compiles", expects: true },
  });
  const run = makeRun({ claims: [compiles], builds, subjects: failed });
  const [result] = judge(run, []).claims;
  assert.equal(result?.verdict, "contradicted");
  assert.match(
    result?.reason ?? "",
    /^"compiles" of native-1\/as-printed is false \(scriptc, exit code 1: SC1090\); the statement needs true\./,
  );
});

test("a fact of a built subject comes from its files", () => {
  const relation = { kind: "artefact", of: "native", fact: "binary.dynamic", expects: true } as const;
  const dynamic = claim({ id: "dynamic", relation });
  const run = makeRun({ claims: [dynamic, claim({ id: "other", relation: { ...relation, fact: "binary.none" } })] });
  const [cell] = cellsOf(run, "dynamic");
  assert.ok(cell);
  const records = [sample(cell, { phase: "once", round: 0, facts: { "binary.dynamic": true } })];
  const [result, other] = judge(run, numbered(records)).claims;
  assert.equal(result?.verdict, "reproduced");
  assert.match(result?.reason ?? "", /is true, as the statement needs it\.$/);
  assert.equal(other?.verdict, "not-measured");
  assert.match(other?.reason ?? "", /No fact "binary\.none" was read from native-1\/service/);
});

test("one losing row contradicts a statement about all of them", () => {
  const ratio = (id: string, route: string) =>
    claim({ id, at: { ...at, route }, relation: { kind: "ratio", metric: "rps", of: "native", to: "node", value: 3 } });
  const every = claim({ id: "every", relation: { kind: "all-of", claims: ["health", "compute"] } });
  const run = makeRun({ claims: [every, ratio("health", "health"), ratio("compute", "compute")] });
  const rates = (id: string, native: number): NewRecord[] => {
    const [of, to] = cellsOf(run, id);
    return [...series(of, "rps", wobbling(native)), ...series(to, "rps", steady(10))];
  };
  const [lost] = judge(run, numbered([...rates("health", 30), ...rates("compute", 7)])).claims;
  assert.equal(lost?.verdict, "contradicted");
  assert.equal(lost?.reason, "Stands and falls with compute (contradicted). The other parts: health (reproduced).");
  const [won] = judge(run, numbered([...rates("health", 30), ...rates("compute", 31)])).claims;
  assert.equal(won?.verdict, "reproduced");
  // Parts flip at 3/2.689 − 1 = 0.1158 and 3.459/3 − 1 = 0.1530: together at the larger.
  assert.ok(Math.abs((won?.flipsAtTolerance ?? 0) - 0.15299) < 1e-4);
});

test("equality has to be shown: a wide interval around 1 is not evidence of it", () => {
  const equal = claim({
    id: "eq",
    at,
    relation: { kind: "equivalent", metric: "rps", of: "native", to: "node", margin: 0.1 },
  });
  const run = makeRun({ claims: [equal] });
  const [of, to] = cellsOf(run, "eq");
  const result = (values: number[]) =>
    judge(run, numbered([...series(of, "rps", values), ...series(to, "rps", steady(10))])).claims[0];
  const verdict = (values: number[]): unknown => result(values)?.verdict;
  assert.match(result(wobbling(10))?.reason ?? "", /^Measured 1\.00x \[[^;]*n = 6: equal within the margin/);
  // 90 %: 2.0150 · ln 1.1 · √(6/5) / √6 = 0.0859, within ln 1.1 = 0.0953 around 0; not around ln 1.02.
  assert.equal(verdict(wobbling(10)), "reproduced");
  assert.equal(verdict(wobbling(10.2)), "inconclusive");
  assert.equal(verdict(wobbling(13)), "contradicted");
});

test("an order holds when every neighbour is significantly above the next", () => {
  const order = claim({ id: "order", at, relation: { kind: "order", metric: "rps", of: ["native", "node"] } });
  const run = makeRun({ claims: [order] });
  const [first, second] = cellsOf(run, "order");
  const verdict = (values: number[]): unknown =>
    judge(run, numbered([...series(first, "rps", values), ...series(second, "rps", steady(10))])).claims[0]?.verdict;
  assert.equal(verdict(wobbling(13)), "reproduced");
  assert.equal(verdict(wobbling(10.5)), "inconclusive");
  assert.equal(verdict(wobbling(7)), "contradicted");
});
