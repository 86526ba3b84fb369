import assert from "node:assert/strict";
import { test } from "node:test";
import { makeArm, makeCell } from "../../scripts/model/cell.ts";
import type { NetworkPath } from "../../scripts/model/path.ts";
import type { Place } from "../../scripts/model/resolve.ts";
import { compareAt } from "../../scripts/verdict/comparison.ts";
import { indexSamples } from "../../scripts/verdict/sample-index.ts";

function place(path: NetworkPath): Place {
  const arm = makeArm("node-22", "service", { path });
  const cell = makeCell(arm, { kind: "load", route: "health", connections: 10, tool: "wrk" });
  return { role: path, arm, cell, metric: "rps", statistic: "mean" };
}

test("results of different paths are never compared", () => {
  const index = indexSamples([]);
  assert.throws(() => compareAt(index, place("loopback"), place("published"), "rounds"), /measured on different paths/);
  assert.equal(compareAt(index, place("published"), place("published"), "rounds"), null);
});
