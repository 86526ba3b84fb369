import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, series, steady, wobbling } from "./run-builder.ts";

const at = { route: "health", connections: 100 };
const rps = claim({ id: "rps", relation: { kind: "ratio", metric: "rps", of: "native", to: "node", value: 2.99 }, at });
const run = makeRun({ claims: [rps] });
const [native, node] = cellsOf(run, "rps");
const [nativeWrk, nodeWrk] = cellsOf(run, "rps", undefined, "wrk");
const flags = ["generator-bound"];
const boundOha = [...series(native, "rps", wobbling(15_000), { flags }), ...series(node, "rps", steady(10_000))];
const wrk = (rounds: number) => [
  ...series(nativeWrk, "rps", wobbling(30_000).slice(0, rounds)),
  ...series(nodeWrk, "rps", steady(10_000, rounds)),
];

test("where the article's tool is at its limit the lighter one judges, and both are shown", () => {
  const judgement = judge(run, numbered([...boundOha, ...wrk(6)]));
  const [result] = judgement.claims;
  assert.equal(result?.verdict, "reproduced");
  assert.deepEqual(
    result?.tools.map(({ tool, judged, outcome }) => [tool, judged, outcome]),
    [
      ["wrk", true, "reproduced"],
      ["oha", false, "size-undecided"],
    ],
  );
  assert.deepEqual(result?.deviations, ["load-tool"]);
  assert.deepEqual(
    judgement.deviations.map(({ id, claims }) => [id, claims]),
    [["load-tool", ["rps"]]],
  );
  assert.match(result?.reason ?? "", /Judged on wrk; by oha at least 1\.50x/);
});

test("with too few rounds of the lighter tool the bound stands", () => {
  const [result] = judge(run, numbered([...boundOha, ...wrk(5)])).claims;
  assert.equal(result?.verdict, "size-undecided");
  assert.equal(result?.measured?.tool, "oha");
  assert.deepEqual(result?.deviations, []);
});

test("a tool within its limit is not replaced", () => {
  const free = [...series(native, "rps", wobbling(20_000)), ...series(node, "rps", steady(10_000))];
  const [result] = judge(run, numbered([...free, ...wrk(6)])).claims;
  assert.equal(result?.measured?.tool, "oha");
  assert.equal(result?.verdict, "weaker");
});

test("where the article's tool could not be had the plan names the other one, and so does its own deviation", () => {
  const deviation = { id: "load-tool", what: "load generator", article: "oha", here: "wrk", claims: [] };
  const there = makeRun({
    claims: [rps],
    tool: "wrk",
    change: (plain) => ({ ...plain, deviations: [deviation] }),
  });
  const judgement = judge(there, numbered(wrk(6)));
  assert.equal(judgement.claims[0]?.verdict, "reproduced");
  assert.deepEqual(judgement.claims[0]?.tools, []);
  assert.deepEqual(judgement.deviations, [deviation]);
});
