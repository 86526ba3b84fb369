import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { z } from "zod";
import { comparedTool } from "../../scripts/measure/tool-windows.ts";
import { type ToolComparison, type ToolWindow, toolComparisonSchema } from "../../scripts/model/tool-comparison.ts";
import { toolComparisonText } from "../../scripts/report/tool-comparison-text.ts";

const window = (round: number, rps: number, more: Partial<ToolWindow> = {}): ToolWindow => ({
  ...{ round, rps, latencyMs: { mean: 1, p50: 0.5, p90: 2, p99: null }, toolUsPerRequest: rps / 1000 },
  ...{ toolCpu: 0.9, serverCpu: 0.5, errors: 0, inFlight: null, flags: [], void: null, log: "logs/x.txt" },
  ...more,
});
const HOW = { connections: 125, seconds: 3, threads: 1, url: "http://127.0.0.1:3000/" };
const spoilt = { void: "foreign load", rps: 1, toolUsPerRequest: 900 };
const comparison: ToolComparison = {
  ...{ schema: 1, server: "A server", connections: 125, seconds: 3, rounds: 3, cpus: { server: "1", tools: "0" } },
  tools: [
    comparedTool("wrk", "4.1.0", [window(1, 60_000), window(2, 50_000), window(3, 64_000)], HOW),
    comparedTool("oha", "1.16.0", [window(1, 30_000), window(2, 1, spoilt), window(2, 34_000)], HOW),
  ],
  lacking: [{ tool: "bombardier", why: "no route" }],
};

test("a tool's figures are medians over the windows that count, and its spread is theirs alone", () => {
  const [wrk, oha] = comparison.tools;
  assert.deepEqual(wrk?.rps, { median: 60_000, low: 50_000, high: 64_000 });
  assert.deepEqual(oha?.rps, { median: 32_000, low: 30_000, high: 34_000 });
  assert.equal(oha?.toolUsPerRequest, 32);
  assert.equal(oha?.windows.length, 3);
});

test("what no window gave is missing, not zero", () => {
  const [wrk] = comparison.tools;
  assert.equal(wrk?.latencyMs.p99, null);
  const nothing = comparedTool("wrk", "4.1.0", [window(1, 60_000, { void: "busy" })], HOW);
  assert.deepEqual([nothing.rps.median, nothing.toolCpu], [null, null]);
});

test("the text says what each figure is a figure of, how the tools differ, and what does not count", () => {
  const text = toolComparisonText(comparison);
  assert.match(text, /^wrk +4\.1\.0 +60,000 +50,000 – 64,000 +1\.000 +0\.500 +2\.000 +– +60\.0 +90 % +50 %$/m);
  assert.match(text, /^oha: rate: answers of status 2xx over the whole window/m);
  assert.match(text, /^ {5}percentiles: of every answer, unrounded/m);
  assert.match(text, /With wrk as 1, the same server gets a rate of oha 0\.53\./);
  assert.match(text, /bombardier is lacking: no route/);
  assert.match(text, /oha: 1 of 3, round 2: foreign load/);
});

test("the JSON Schema of bench tools that is checked in is current (UPDATE_SCHEMAS=1 writes it), and results fit it", () => {
  const file = new URL("../../schemas/tools.schema.json", import.meta.url);
  const current = z.toJSONSchema(toolComparisonSchema);
  if (process.env.UPDATE_SCHEMAS) writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), JSON.parse(JSON.stringify(current)));
  assert.deepEqual(toolComparisonSchema.parse(comparison), comparison);
});
