import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bombardier } from "../../scripts/measure/bombardier.ts";
import type { LoadRequest } from "../../scripts/measure/load-tool.ts";

/** Output of bombardier 1.2.6 as recorded against servers of known behaviour. */
const recorded = (name: string) => readFileSync(new URL(`recordings/bombardier-${name}.txt`, import.meta.url), "utf8");
const REQUEST: LoadRequest = {
  ...{ url: "http://127.0.0.1:3000/health", connections: 125, seconds: 2, keepAlive: true, threads: 1 },
};

test("microseconds become milliseconds, percentiles are taken by name, and the rate is of the whole window", () => {
  const { latencyMs, ...rest } = bombardier.parse(recorded("plain"));
  assert.deepEqual(rest, { requests: 108_959, seconds: 1.9995247329999999, errors: {}, inFlight: 0 });
  // The 95th percentile, 395 us, stands between the last two.
  assert.deepEqual(latencyMs, { mean: 0.2924214979946585, p50: 0.223, p90: 0.333, p99: 2.928 });
});

test("every percentile is read by its name", () => {
  const expected = { p50: 0.223, p75: 0.285, p90: 0.333, p95: 0.395, p99: 2.928 };
  assert.deepEqual(bombardier.percentilesMs(recorded("plain")), expected);
});

test("answers outside 200 to 299 are errors by their kind of status", () => {
  const failing = bombardier.parse(recorded("status-500"));
  assert.equal(failing.requests, 0);
  assert.deepEqual(failing.errors, { "status 5xx": 92_568 });
  const mixed = bombardier.parse(recorded("mixed"));
  assert.equal(mixed.requests, 36_452);
  assert.deepEqual(mixed.errors, { "status 3xx": 4556, "status 4xx": 4556 });
});

test("a server that ended in mid-run shows as errors by kind beside its successes", () => {
  const { requests, errors, seconds } = bombardier.parse(recorded("killed"));
  assert.equal(requests, 20_000);
  assert.deepEqual(errors, { "dial tcp 127.0.0.1:4704: connect: connection refused": 23_764 });
  assert.equal(seconds, 2.013610548);
});

test("a server that never answers is asked five times for 2 s, and each request then fails once", () => {
  const { requests, errors, seconds } = bombardier.parse(recorded("hung"));
  assert.equal(requests, 0);
  assert.deepEqual(errors, { timeout: 16 });
  assert.equal(seconds, 10.007165628);
});

test("failures of which no kind is told are errors all the same", () => {
  const text = recorded("killed").replace(/,"errors":\[.*?\]/, "");
  assert.deepEqual(bombardier.parse(text).errors, { "not told": 23_764 });
});

test("latencies that it does not print are missing, not zero", () => {
  const text = recorded("plain").replace(/,"latency":\{.*?\}\}/, "");
  assert.deepEqual(bombardier.parse(text).latencyMs, { mean: null, p50: null, p90: null, p99: null });
});

test("what is no report of bombardier is refused", () => {
  assert.throws(() => bombardier.parse("unexpected url"));
  assert.throws(() => bombardier.parse(""));
});

test("the command is the published one, asked for a report that can be read", () => {
  assert.deepEqual(bombardier.argv(REQUEST), [
    ...["bombardier", "--fasthttp", "--print=result", "--format=json", "--latencies", "-c", "125", "-d", "2s"],
    "http://127.0.0.1:3000/health",
  ]);
  assert.deepEqual(bombardier.argv({ ...REQUEST, keepAlive: false }).slice(-3), [
    ...["-H", "Connection: close", "http://127.0.0.1:3000/health"],
  ]);
});
