import assert from "node:assert/strict";
import { test } from "node:test";
import { type LoadFacts, loadFlags } from "../../scripts/measure/load-flags.ts";
import type { LoadResult } from "../../scripts/measure/load-tool.ts";

const NETWORK = { bytes: 1, packets: 1, listenOverflows: 0, listenDrops: 0, retransmits: 0, timeWait: 0 };
// 100,000 responses in 2 s at 2 ms each: exactly 100 connections were busy.
const RESULT: LoadResult = {
  requests: 100_000,
  seconds: 2,
  latencyMs: { mean: 2, p50: 1.9, p90: 2.5, p99: 3 },
  errors: {},
  inFlight: null,
};
const facts = (changes: Partial<LoadFacts> = {}, result: Partial<LoadResult> = {}): LoadFacts => ({
  connections: 100,
  answered: null,
  serverShare: 1,
  generatorShare: 0.5,
  throttled: 0,
  network: NETWORK,
  breaches: [],
  path: "loopback",
  ...changes,
  result: { ...RESULT, ...result },
});

test("a saturated server before an idle generator has no flags", () => {
  assert.deepEqual(loadFlags(facts()), []);
});

for (const [server, generator, expected] of [
  [0.95, 0.8499, []],
  [0.9499, 0.8499, ["server-not-saturated"]],
  [0.9499, 0.85, ["generator-bound"]],
  [0.95, 0.85, ["both-busy"]],
  [0.1, 1, ["generator-bound"]],
  [null, 0.5, ["server-not-saturated"]],
  [null, 0.9, ["generator-bound"]],
] as const) {
  test(`server at ${server} and generator at ${generator} of their limits: ${expected[0] ?? "no flag"}`, () => {
    assert.deepEqual(loadFlags(facts({ serverShare: server, generatorShare: generator })), expected);
  });
}

test("Little's law: rate times latency may differ from the connections by a quarter, either way", () => {
  const flags = (mean: number) => loadFlags(facts({}, { latencyMs: { ...RESULT.latencyMs, mean } }));
  assert.deepEqual(flags(2.5), []);
  assert.deepEqual(flags(2.51), ["littles-law"]);
  assert.deepEqual(flags(1.6), []);
  assert.deepEqual(flags(1.59), ["littles-law"]);
});

test("a server that hung in mid-window breaks Little's law, though the tool counts no error", () => {
  // As recorded: wrk with 16 connections, the server stopped a second into six.
  const hung = { requests: 78_791, seconds: 6.08, latencyMs: { mean: 0.76776, p50: 0.138, p90: 0.208, p99: 18.33 } };
  assert.deepEqual(loadFlags(facts({ connections: 16 }, hung)), ["littles-law"]);
});

test("a tool that gives no mean is not held against Little's law", () => {
  assert.deepEqual(loadFlags(facts({}, { latencyMs: { ...RESULT.latencyMs, mean: null } })), []);
});

test("10,000 responses leave 100 beyond the 99th percentile; one less is a tiny sample", () => {
  const flags = (requests: number) => loadFlags(facts({}, { requests, seconds: requests / 50_000 }));
  assert.deepEqual(flags(10_000), []);
  assert.deepEqual(flags(9_999), ["tiny-sample"]);
});

test("each of the other conditions has its flag", () => {
  assert.deepEqual(loadFlags(facts({ throttled: 1 })), ["throttled"]);
  assert.deepEqual(loadFlags(facts({ breaches: ["status: expected 200, found 500"] })), ["contract-failed"]);
  assert.deepEqual(loadFlags(facts({}, { errors: { timeout: 1 } })), ["errors"]);
  for (const counter of ["listenOverflows", "listenDrops", "retransmits"]) {
    assert.deepEqual(loadFlags(facts({ network: { ...NETWORK, [counter]: 1 } })), ["listen-overflow"]);
  }
});

test("no response at all is an error and a tiny sample, never a rate to be compared", () => {
  const nothing = { requests: 0, latencyMs: { mean: 0, p50: 0, p90: 0, p99: 0 } };
  assert.deepEqual(loadFlags(facts({}, nothing)), ["errors", "tiny-sample"]);
});

test("an open loop may leave the server idle, and is flagged where requests of its schedule were left unsent", () => {
  const open = (answered: number, more: Partial<LoadFacts> = {}) =>
    loadFlags(facts({ answered, serverShare: 0.2, ...more }));
  assert.deepEqual(open(1), []);
  assert.deepEqual(open(0.995), []);
  assert.deepEqual(open(0.994), ["behind-schedule"]);
  assert.deepEqual(open(1, { generatorShare: 0.9 }), ["generator-bound"]);
  // Little's law holds of closed loops alone.
  assert.deepEqual(loadFlags(facts({ answered: 1 }, { latencyMs: { mean: 0.1, p50: 0.1, p90: 0.1, p99: 0.1 } })), []);
});

test("a published path is told to be unguarded", () => {
  assert.deepEqual(loadFlags(facts({ path: "published" })), ["unguarded"]);
});
