import assert from "node:assert/strict";
import { test } from "node:test";
import { ratesAtRate } from "../../scripts/measure/load-values.ts";
import { oha } from "../../scripts/measure/oha.ts";
import { withCurves } from "../../scripts/measure/rate-curve.ts";
import { makeArm, makeCell } from "../../scripts/model/cell.ts";

const [NODE, NATIVE] = [makeArm("node-22", "service"), makeArm("scriptc", "service")];
const load = (arm: { id: string }, tool: "oha" | "wrk" = "oha") =>
  makeCell(arm, { kind: "load", route: "health", connections: 100, tool });

test("points of a curve stand behind their load, at shares of its rate to two digits", () => {
  const cells = [makeCell(NODE, { kind: "cold-start" }), load(NODE), load(NATIVE)];
  const capacities = new Map([
    [load(NODE).id, 8437],
    [load(NATIVE).id, 31],
  ]);
  assert.deepEqual(
    withCurves(cells, capacities, [0.1, 0.5, 1]).map(({ id }) => id),
    [
      "node-22/service cold-start",
      "node-22/service load/health@100/oha",
      "node-22/service open-loop/health@100/840-a-second",
      "node-22/service open-loop/health@100/4200-a-second",
      "node-22/service open-loop/health@100/8400-a-second",
      "scriptc/service load/health@100/oha",
      "scriptc/service open-loop/health@100/3-a-second",
      "scriptc/service open-loop/health@100/16-a-second",
      "scriptc/service open-loop/health@100/31-a-second",
    ],
  );
});

test("a place that two tools load has one curve, and a load whose rate is unknown has none", () => {
  const rates = new Map([load(NODE), load(NODE, "wrk")].map(({ id }): [string, number] => [id, 1000]));
  const both = withCurves([load(NODE), load(NODE, "wrk")], rates, [0.5, 1]);
  assert.deepEqual(
    both.map(({ id }) => id.split(" ")[1]),
    [
      ...["load/health@100/oha", "open-loop/health@100/500-a-second"],
      ...["open-loop/health@100/1000-a-second", "load/health@100/wrk"],
    ],
  );
  assert.deepEqual(withCurves([load(NATIVE)], new Map(), [1]), [load(NATIVE)]);
});

test("without shares nothing is added", () => {
  const cells = [load(NODE)];
  assert.deepEqual(withCurves(cells, new Map([[load(NODE).id, 1000]]), []), cells);
});

test("requests of the schedule that were left unsent are missing from the answered share, and from nothing else", () => {
  const latencyMs = { mean: 2, p50: 1.5, p90: 3, p99: 9 };
  const result = { requests: 18_000, seconds: 2.01, latencyMs, errors: { timeout: 500 }, inFlight: 0 };
  const values = ratesAtRate(result, 10_000, 2);
  assert.equal(values["answered@rate"], 0.925);
  assert.deepEqual([values["latency@rate-p50"], values["latency@rate-p99"]], [1.5, 9]);
  const few = ratesAtRate({ ...result, requests: 900 }, 10_000, 2);
  assert.deepEqual([few["latency@rate-p50"], few["latency@rate-p90"], few["latency@rate-p99"]], [1.5, null, null]);
});

test("oha is told the rate, to time from the intended send, and to wait for what is under way", () => {
  const request = { url: "http://127.0.0.1:3000/", connections: 100, seconds: 2, keepAlive: true, threads: 1 };
  assert.deepEqual(oha.argv({ ...request, rate: 5000 }).slice(8), [
    ...["-q", "5000", "--latency-correction", "-w", "-t", "5s", "http://127.0.0.1:3000/"],
  ]);
  assert.ok(!oha.argv(request).includes("-q"));
});
