import assert from "node:assert/strict";
import { test } from "node:test";
import { article, faultsOf, ids, planOf } from "./shipped.ts";

test("claims are chosen by id or by group", () => {
  const plan = planOf({ claims: ["json-rps-ratio"] });
  assert.deepEqual(plan.claims, ["json-rps-ratio"]);
  assert.deepEqual(ids(plan.cells), [
    "scriptc-0.0.32/service load/json@100/oha",
    "scriptc-0.0.32/service syscalls/json",
    "node-22/service load/json@100/oha",
    "node-22/service syscalls/json",
  ]);
  assert.deepEqual(planOf({ claims: ["address-space"] }).claims, ["vsz-node", "vsz-scriptc"]);
});

test("a claim that rests on others brings them along", () => {
  assert.deepEqual(planOf({ claims: ["identical-source"] }).claims, [
    "listing-compiles",
    "listing-on-node",
    "identical-source",
  ]);
});

test("an empty filter is no filter", () => {
  assert.deepEqual(planOf({ claims: [], targetsFilter: [] }), planOf());
});

test("unknown claims are refused, all of them, with what was meant", () => {
  assert.deepEqual(
    faultsOf(() => planOf({ claims: ["json-rps-ratoi", "comput"] })),
    [
      '--claims: expected a claim or a group of scriptc-vs-node, found "json-rps-ratoi"; did you mean "json-rps-ratio"?',
      '--claims: expected a claim or a group of scriptc-vs-node, found "comput"; did you mean "compute"?',
    ],
  );
});

test("claims that resemble none are refused with the groups, and with the command that lists all", () => {
  const groups = Object.keys(article.groups).join(", ");
  assert.deepEqual(
    faultsOf(() => planOf({ claims: ["throughput"] })),
    [
      `--claims: expected a claim or a group of scriptc-vs-node, found "throughput"; use a group: ${groups};` +
        " bench plan scriptc-vs-node lists every claim",
    ],
  );
});

test("only the chosen targets are built and measured", () => {
  const plan = planOf({ targetsFilter: ["node-22"] });
  assert.deepEqual(ids(plan.subjects), ["node-22/service", "node-22/service-as-printed"]);
  assert.ok(plan.cells.every(({ arm }) => arm.startsWith("node-22/")));
  assert.equal(plan.claims.length, planOf().claims.length);
});

test("targets that are unknown, or that no chosen claim is measured on, are refused", () => {
  assert.deepEqual(
    faultsOf(() => planOf({ targetsFilter: ["node22"] })),
    ['--targets: expected a target of targets.yaml, found "node22"; did you mean "node-22"?'],
  );
  assert.deepEqual(
    faultsOf(() => planOf({ targetsFilter: ["node-24"], claims: ["memory"] })),
    [
      '--targets: expected a target that the chosen claims are measured on, found "node-24";' +
        " use one of: node-22, scriptc-0.0.32 (more with --sensitivity or other claims)",
    ],
  );
  assert.deepEqual(ids(planOf({ targetsFilter: ["scriptc-0.1.7"], claims: ["memory"], sensitivity: true }).cells), [
    "scriptc-0.1.7/service idle-memory",
  ]);
});

test("unknown variations are refused", () => {
  assert.deepEqual(
    faultsOf(() => planOf({ sensitivity: ["set-header"] })),
    ['--sensitivity: expected a variation of scriptc-vs-node, found "set-header"; did you mean "setheader"?'],
  );
});
