import assert from "node:assert/strict";
import { test } from "node:test";
import { listText } from "../../scripts/plan/list-text.ts";
import { durationText, planJson, planText } from "../../scripts/plan/plan-text.ts";
import { comparisonsOf, leftOut, usesOf } from "../../scripts/plan/uses.ts";
import { article, planOf, targets } from "./shipped.ts";

test("the text shows every cell, arm, deviation and the time", () => {
  const plan = planOf({ sensitivity: ["setheader"] });
  const text = planText(article, plan);
  for (const { id, arm, measure } of plan.cells) {
    if (measure.kind === "image" || measure.kind === "facts" || measure.kind === "syscalls")
      assert.ok(text.includes(id), id);
    else assert.ok(text.includes(id.slice(arm.length + 1)), id);
  }
  for (const { id } of [...plan.arms, ...plan.deviations]) assert.ok(text.includes(id), id);
  assert.ok(text.includes("Profile quick (provisional: do not cite): 6 rounds"));
  assert.ok(
    text.includes("Server on CPU 1, load generator and probe on CPU 0; 512 MiB, 256 processes. Nothing is run now."),
  );
  assert.ok(text.includes(`Time: about ${durationText(plan.seconds)} of measuring`));
});

test("a small plan, whole", () => {
  const plan = planOf({ claims: ["vsz-scriptc"] });
  assert.equal(
    planText(article, plan),
    `Plan for scriptc-vs-node: TypeScript Without Node or V8: Benchmarking scriptc Native Binaries
Profile quick (provisional: do not cite): 6 rounds; load 0.5 s warm-up and 2 s window; 5 cold starts a round; idle memory after 5 s.
Server on CPU 1, load generator and probe on CPU 0; 512 MiB, 256 processes. Nothing is run now.
1 of 47 claims. Images: scriptc-0.0.32/service

In every round, each subject in a fresh sandbox, in this order; even rounds reverse subjects and loads:
  scriptc-0.0.32/service
    idle-memory              vsz-scriptc
  Odd rounds: scriptc-0.0.32/service
  Even rounds: scriptc-0.0.32/service
Once:
    nothing

Declared and not measured in this plan (--sensitivity measures them):
  backend-c                scriptc with --backend c (vsz-scriptc)
  newest                   scriptc 0.1.7 (vsz-scriptc)

Deviations from the article:
  machine                  processor, memory, kernel and distribution: not stated → the machine of this run, named at the head of the report [all claims]
  cpu-limits               processors given to server and load generator: not stated → server on CPU 1 alone (cpuset, no quota), load generator and probe on CPU 0 [all claims]
  memory-limit             memory limit: not stated → 512 MiB of memory and swap together [all claims]
  backend                  which back end of scriptc made the binary measured (the article shows emitted C): not stated → the default, LLVM; --backend c is a reading [all claims]
  idle-moment              when idle memory was read, and with which tool: not stated → VmRSS and VmSize 5 s after the first valid response, one request served [all claims]
  service-rewritten        source of the service: the listing as printed, on both hosts → the smallest rewrite that scriptc 0.0.32 compiles and that answers alike on Node [all claims]
  network-path             network between load generator and server: not stated → loopback of a network namespace that holds nothing else [all claims]

Time: about 36 s of measuring, images already built.
`,
  );
});

test("the uses of a cell are claims as stated, readings and the arms asked for", () => {
  const plan = planOf({ sensitivity: ["connections-100"] });
  const uses = usesOf(article, plan);
  assert.deepEqual(uses.get("node-22/service load/health@100/oha"), [
    "health-rps-ratio (connections-100)",
    "health-p50-ratio",
    "health-p50-node",
  ]);
  assert.deepEqual(usesOf(article, planOf()).get("node-22/service load/health@100/oha"), [
    "health-p50-ratio",
    "health-p50-node",
  ]);
  assert.deepEqual(uses.get("scriptc-0.0.32-c/service facts"), [
    "dynamic-binary (backend-c)",
    "self-contained (backend-c)",
    "no-engine (backend-c)",
    "emitted-fmod (backend-c)",
    "emitted-digest (backend-c)",
  ]);
});

test("cells are judged together within a claim and a reading, and not because they are alike", () => {
  const together = comparisonsOf(article, planOf({ sensitivity: ["connections-100"] }));
  const at = (ids: string[]): string[] => ids.map((id) => id.replace("/service load", ""));
  const shared = together.filter((ids) => ids.includes("node-22/service load/health@100/oha")).map(at);
  assert.deepEqual(shared, [
    ["scriptc-0.0.32/health@100/oha", "node-22/health@100/oha"],
    ["node-22/health@100/oha", "scriptc-0.0.32/health@100/oha"],
    ["node-22/health@100/oha"],
  ]);
});

test("nothing is left out when everything is measured", () => {
  assert.deepEqual([...leftOut(article, planOf({ sensitivity: true }))], []);
  assert.ok(leftOut(article, planOf()).get("quota")?.includes("hash-rps-ratio"));
});

test("durations as a reader says them", () => {
  assert.deepEqual([45, 60, 306, 4800, 59.6].map(durationText), ["45 s", "1 min", "5 min 6 s", "1 h 20 min", "1 min"]);
});

test("the plan as JSON holds cells, deviations and seconds", () => {
  const plan = planOf();
  assert.deepEqual(planJson(plan), {
    schema: 1,
    cells: plan.cells,
    deviations: plan.deviations,
    seconds: plan.seconds,
  });
});

test("the list names articles with their claims counted, targets and apps with their routes", () => {
  const lines = listText([article], targets).split("\n");
  assert.equal(lines[0], "Articles, with the groups of their claims");
  assert.match(
    lines[1] ?? "",
    /^ {2}scriptc-vs-node {3,}TypeScript Without Node or V8: Benchmarking scriptc Native Binaries \(47 claims\)$/,
  );
  // What --claims takes, each group with what it is about and how many claims it has.
  assert.match(lines[2] ?? "", /^ {4}cold-start +Cold start \(4 claims\)$/);
  assert.ok(lines.some((line) => /^ {4}health-500 +\/health at 500 connections \(3 claims\)$/.test(line)));
  assert.equal(lines.filter((line) => line.startsWith("    ")).length, Object.keys(article.groups).length);
  assert.ok(
    lines.some((line) => /^ {2}node-22-js +Node\.js 22\.21\.1 running precompiled .*, an ES module$/.test(line)),
  );
  assert.ok(lines.some((line) => /^ {2}service-setheader .*\(health, json, compute, hash\)$/.test(line)));
  assert.equal(listText([], targets).split("\n")[1], "  none");
});
