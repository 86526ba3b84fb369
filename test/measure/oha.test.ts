import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { LoadRequest } from "../../scripts/measure/load-tool.ts";
import { oha } from "../../scripts/measure/oha.ts";

/** Output of oha 1.16.0 as recorded against servers of known behaviour. */
const text = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const recorded = (name: string) => text(`recordings/oha-${name}.json`);
const REQUEST: LoadRequest = {
  url: "http://127.0.0.1:3000/health",
  connections: 500,
  seconds: 2,
  keepAlive: true,
  threads: 1,
};

test("seconds become milliseconds, and what the deadline cut off is in flight, neither error nor success", () => {
  const { latencyMs, ...rest } = oha.parse(text("../fixtures/load/oha-1.16.0.json"));
  assert.deepEqual(rest, { requests: 68_825, seconds: 2.009569933, errors: {}, inFlight: 100 });
  const rounded = Object.fromEntries(Object.entries(latencyMs).map(([name, ms]) => [name, ms?.toFixed(6)]));
  assert.deepEqual(rounded, { mean: "2.887090", p50: "1.526118", p90: "5.963449", p99: "21.640453" });
});

test("answers outside 200 to 299 are errors by their status, though oha calls them successes", () => {
  const { requests, errors, inFlight } = oha.parse(recorded("status-500"));
  assert.equal(requests, 0);
  assert.deepEqual(errors, { "status 500": 55_551 });
  assert.equal(inFlight, 16);
});

test("a server that ended in mid-run shows as errors by kind beside its successes", () => {
  const { requests, errors, inFlight } = oha.parse(recorded("killed"));
  assert.equal(requests, 20_000);
  assert.deepEqual(errors, { "Connection refused (os error 111)": 76_124, "connection error": 17 });
  assert.equal(inFlight, 12);
});

test("without a single answer every latency is missing, not zero", () => {
  const { requests, latencyMs } = oha.parse(recorded("refused"));
  assert.equal(requests, 0);
  assert.deepEqual(latencyMs, { mean: null, p50: null, p90: null, p99: null });
});

test("every percentile is read by its name, and those it does not give are left out", () => {
  const rounded = Object.entries(oha.percentilesMs(text("../fixtures/load/oha-1.16.0.json"))).map(
    ([p, ms]) => `${p} ${ms.toFixed(3)}`,
  );
  assert.deepEqual(rounded, [
    ...["p10 0.683", "p25 1.233", "p50 1.526", "p75 3.425", "p90 5.963", "p95 8.147", "p99 21.640"],
    ...["p99.9 79.567", "p99.99 94.588"],
  ]);
  assert.deepEqual(oha.percentilesMs(recorded("refused")), {});
});

test("what is no report of oha is refused", () => {
  assert.throws(() => oha.parse("error: unexpected argument"));
  assert.throws(() => oha.parse(""));
});

test("the command asks for a report that can be read, and draws nothing", () => {
  assert.deepEqual(oha.argv(REQUEST), [
    ...["oha", "--no-tui", "--output-format", "json", "-c", "500", "-z", "2s"],
    "http://127.0.0.1:3000/health",
  ]);
  assert.deepEqual(oha.argv({ ...REQUEST, keepAlive: false }).slice(-2), [
    "--disable-keepalive",
    "http://127.0.0.1:3000/health",
  ]);
});
