import assert from "node:assert/strict";
import { test } from "node:test";
import { PROFILES } from "../../scripts/model/profile.ts";
import { planSchema } from "../../scripts/model/run.ts";
import { onceCells, roundOrder } from "../../scripts/plan/order.ts";
import { article, ids, planOf } from "./shipped.ts";

const NODE = "node-22/service";
const SCRIPTC = "scriptc-0.0.32/service";

test("the quick core is the budget's cells, a container start beside the cold start, and no other", () => {
  const plan = planOf();
  const inRounds = roundOrder(plan, 1).flatMap(({ cells }) => ids(cells));
  const measures = [
    "container-start",
    "cold-start",
    "idle-memory",
    "load/health@500/oha",
    "load/health@100/oha",
    "load/json@100/oha",
    "load/compute@100/oha",
    "load/hash@100/oha",
  ];
  assert.deepEqual(
    inRounds,
    [NODE, SCRIPTC].flatMap((arm) => measures.map((measure) => `${arm} ${measure}`)),
  );
  assert.equal(plan.profile.rounds, 6);
  assert.deepEqual([plan.profile.warmup, plan.profile.window, plan.profile.trials, plan.profile.idle], [0.5, 2, 5, 5]);
});

test("what is taken once: images and facts that claims or free readings need, and every route of every arm traced", () => {
  assert.deepEqual(ids(onceCells(planOf())), [
    "node-22/service image",
    "scriptc-0.0.32/service image",
    "scriptc-0.0.32-static/service image",
    "scriptc-0.0.32-c/service image",
    "node-22/service facts",
    "scriptc-0.0.32/service facts",
    "scriptc-0.0.32-static/service facts",
    "scriptc-0.0.32/service-as-printed facts",
    "node-22/service-as-printed facts",
    "scriptc-0.0.32-c/service facts",
    ...["health", "json", "compute", "hash"].map((route) => `${NODE} syscalls/${route}`),
    ...["health", "json", "compute", "hash"].map((route) => `${SCRIPTC} syscalls/${route}`),
  ]);
});

test("subjects to build are those of the cells, builds among them", () => {
  assert.deepEqual(ids(planOf().subjects), [
    NODE,
    SCRIPTC,
    "scriptc-0.0.32-static/service",
    "scriptc-0.0.32/service-as-printed",
    "node-22/service-as-printed",
    "scriptc-0.0.32-c/service",
  ]);
});

test("no cell and no arm is there twice, whatever is measured", () => {
  for (const plan of [planOf(), planOf({ sensitivity: true, profile: PROFILES.thorough })]) {
    assert.equal(new Set(ids(plan.cells)).size, plan.cells.length);
    assert.equal(new Set(ids(plan.arms)).size, plan.arms.length);
    for (const cell of plan.cells) assert.ok(ids(plan.arms).includes(cell.arm));
  }
});

test("the thorough profile measures every reading and no arm", () => {
  const plan = planOf({ profile: PROFILES.thorough });
  assert.deepEqual(
    ids(plan.arms).filter((id) => !ids(planOf().arms).includes(id)),
    [
      `${NODE}+cpu=quota`,
      `${SCRIPTC}+cpu=quota`,
      `${NODE}+cpu=none`,
      `${SCRIPTC}+cpu=none`,
      `${NODE}+COMPUTE_LOOPS=25000`,
      `${SCRIPTC}+COMPUTE_LOOPS=25000`,
      `${NODE}+COMPUTE_LOOPS=225000`,
      `${SCRIPTC}+COMPUTE_LOOPS=225000`,
    ],
  );
  assert.ok(ids(plan.cells).includes("scriptc-0.0.32-c/service load/compute@100/oha"));
  assert.ok(ids(plan.cells).includes(`${NODE} load/hash@10/oha`));
  assert.ok(!plan.sensitivity.includes("setheader"));
});

test("sensitivity adds the declared arms: those named, or all", () => {
  const one = planOf({ sensitivity: ["setheader"] });
  assert.deepEqual(one.sensitivity, ["setheader"]);
  assert.deepEqual(ids(one.arms).slice(6), ["scriptc-0.0.32/service-setheader", "node-22/service-setheader"]);
  assert.deepEqual(
    ids(one.cells).filter((id) => id.startsWith("node-22/service-setheader")),
    [
      ...["health@500", "health@100", "json@100", "compute@100", "hash@100"].map(
        (load) => `node-22/service-setheader load/${load}/oha`,
      ),
      ...["health", "json", "compute", "hash"].map((route) => `node-22/service-setheader syscalls/${route}`),
    ],
  );
  const all = planOf({ sensitivity: true });
  assert.deepEqual(all.sensitivity, Object.keys(article.variations));
  for (const id of [`${NODE}+keepalive=off`, "node-22-js/service", "node-22-cjs/service", "scriptc-0.1.7/service"]) {
    assert.ok(ids(all.arms).includes(id), id);
  }
  assert.deepEqual(
    ids(all.cells).filter((id) => id.startsWith("node-22-cjs/service")),
    ["node-22-cjs/service idle-memory"],
  );
});

test("the load tool is in the name of every load cell", () => {
  const loads = planOf({ tool: "wrk" }).cells.filter(({ measure }) => measure.kind === "load");
  assert.equal(loads.length, 10);
  for (const { id } of loads) assert.match(id, /\/wrk$/);
});

test("the quick core stays within its budget of 8 minutes, and the estimate adds up", () => {
  // Rounds: 6 x 2 x (1 sandbox + 2 container + 5 x 0.3 cold + 5 idle + 5 x (0.5 + 2 + 0.3) load) = 282.
  // Pilot: 2 x 1 + 10 x 1.3 = 15. Once: 2 x 1 + 8 x 0.8 traced + 4 x 2 images = 16.4.
  assert.equal(planOf().seconds, Math.round(282 + 15 + 16.4));
});

test("a plan is data of the run's schema, and equal input gives an equal plan", () => {
  const plan = planOf({ sensitivity: true });
  assert.deepEqual(planSchema.parse(structuredClone(plan)), plan);
  assert.equal(JSON.stringify(planOf({ sensitivity: true })), JSON.stringify(plan));
  assert.deepEqual([plan.memoryBytes, plan.pids], [536_870_912, 256]);
});
