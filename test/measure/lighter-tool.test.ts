import assert from "node:assert/strict";
import { test } from "node:test";
import { withLighterTool } from "../../scripts/measure/campaign.ts";
import { type Cell, makeArm, makeCell } from "../../scripts/model/cell.ts";

const [NODE, NATIVE] = [makeArm("node-22", "service"), makeArm("scriptc", "service")];
const load = (arm: { id: string }, route: string, connections: number, tool: "oha" | "wrk" = "oha") =>
  makeCell(arm, { kind: "load", route, connections, tool });
const ids = (cells: Cell[]) => cells.map(({ id }) => id);
const CELLS = [
  makeCell(NODE, { kind: "cold-start" }),
  load(NODE, "health", 500),
  load(NODE, "health", 100),
  load(NATIVE, "health", 500),
  load(NATIVE, "json", 500),
];

const [NODE_500, NATIVE_500] = ["node-22/service load/health@500/oha", "scriptc/service load/health@500/oha"] as const;
const TOGETHER = [
  [NODE_500, NATIVE_500],
  ["node-22/service load/health@100/oha", "scriptc/service load/json@500/oha"],
];

test("where no generator was nearly bound the cells stay as they are", () => {
  assert.deepEqual(withLighterTool(CELLS, new Set(), TOGETHER), CELLS);
});

test("one bound cell brings the lighter tool to all it is judged together with, right behind the cell, and to no other", () => {
  assert.deepEqual(ids(withLighterTool(CELLS, new Set([NATIVE_500]), TOGETHER)), [
    "node-22/service cold-start",
    "node-22/service load/health@500/oha",
    "node-22/service load/health@500/wrk",
    "node-22/service load/health@100/oha",
    "scriptc/service load/health@500/oha",
    "scriptc/service load/health@500/wrk",
    "scriptc/service load/json@500/oha",
  ]);
});

test("cells that are measured with wrk anyway are not doubled", () => {
  const cells = [load(NODE, "health", 500, "wrk")];
  assert.deepEqual(withLighterTool(cells, new Set(ids(cells)), [ids(cells)]), cells);
});

test("one that is judged by itself is doubled alone", () => {
  const cells = [load(NODE, "health", 500), load(NATIVE, "health", 500)];
  assert.deepEqual(ids(withLighterTool(cells, new Set([NODE_500]), [])), [
    NODE_500,
    "node-22/service load/health@500/wrk",
    NATIVE_500,
  ]);
});
