import assert from "node:assert/strict";
import { test } from "node:test";
import { roundOrder, visitsOf } from "../../scripts/plan/order.ts";
import { ids, planOf } from "./shipped.ts";

const plan = planOf({ claims: ["memory", "json-100", "hash"], sensitivity: ["container-start"] });
const order = (round: number): [string, string[]][] =>
  roundOrder(plan, round).map(({ arm, cells }) => [arm, ids(cells).map((id) => id.slice(arm.length + 1))]);

test("odd rounds go as declared", () => {
  const measures = ["idle-memory", "load/json@100/oha", "load/hash@100/oha"];
  assert.deepEqual(order(1), [
    ["node-22/service", measures],
    ["scriptc-0.0.32/service", measures],
  ]);
  assert.deepEqual(order(3), order(1));
});

test("even rounds reverse subjects and routes, but memory is still read before any load", () => {
  const measures = ["idle-memory", "load/hash@100/oha", "load/json@100/oha"];
  assert.deepEqual(order(2), [
    ["scriptc-0.0.32/service", measures],
    ["node-22/service", measures],
  ]);
});

test("container start, cold start and idle memory come first, in this order, however the claims are ordered", () => {
  const cells = planOf({ claims: ["cold-start", "memory", "hash"], sensitivity: ["container-start"] });
  for (const round of [1, 2]) {
    for (const { cells: taken } of roundOrder(cells, round)) {
      assert.deepEqual(
        taken.map(({ measure }) => measure.kind),
        ["container-start", "cold-start", "idle-memory", "load"],
      );
    }
  }
});

test("an order is made without changing the plan, and its visits hold every cell of the round once", () => {
  const before = JSON.stringify(plan);
  const inRounds = plan.cells.filter(({ measure }) => !["image", "facts", "syscalls"].includes(measure.kind));
  for (const round of [1, 2]) {
    const taken = roundOrder(plan, round).flatMap(({ cells }) => ids(cells));
    assert.deepEqual(taken.sort(), ids(inRounds).sort());
  }
  assert.equal(JSON.stringify(plan), before);
});

test("traced runs are visits of their own", () => {
  const traced = plan.cells.filter(({ measure }) => measure.kind === "syscalls");
  assert.deepEqual(
    visitsOf(plan.arms, traced, 1).map(({ arm, cells }) => [arm, cells.length]),
    [
      ["node-22/service", 2],
      ["scriptc-0.0.32/service", 2],
    ],
  );
});
