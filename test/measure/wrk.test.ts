import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { LoadRequest } from "../../scripts/measure/load-tool.ts";
import { wrk, wrkThreads } from "../../scripts/measure/wrk.ts";

/** Output of wrk 4.1.0 as recorded against servers of known behaviour. */
const recorded = (name: string) => readFileSync(new URL(`recordings/wrk-${name}.txt`, import.meta.url), "utf8");
const REQUEST: LoadRequest = {
  url: "http://127.0.0.1:3000/health",
  connections: 100,
  seconds: 2,
  keepAlive: true,
  threads: 2,
};

test("a plain run is read in milliseconds, whatever unit each figure was printed in", () => {
  const { seconds, ...rest } = wrk.parse(recorded("plain"));
  // 136,055 responses at 66,413.88 a second.
  assert.equal(seconds.toFixed(4), "2.0486");
  assert.deepEqual(rest, {
    requests: 136_055,
    latencyMs: { mean: 1.22, p50: 0.27, p90: 1.89, p99: 21.27 },
    errors: {},
    inFlight: null,
  });
});

test("every percentile of the distribution is read, by its name", () => {
  assert.deepEqual(wrk.percentilesMs(recorded("plain")), { p50: 0.27, p75: 0.309, p90: 1.89, p99: 21.27 });
});

test("a run of a minute, printed as 1.00m, is as long as its rate tells", () => {
  const { requests, seconds, latencyMs } = wrk.parse(recorded("minute"));
  // 4,012,700 responses at 66,792.52 a second.
  assert.deepEqual([requests, seconds.toFixed(4)], [4_012_700, "60.0771"]);
  assert.deepEqual(latencyMs, { mean: 0.96, p50: 0.275, p90: 1.02, p99: 15.01 });
});

test("responses of status 400 and above are errors and no successes", () => {
  const { requests, errors } = wrk.parse(recorded("status-500"));
  assert.equal(requests, 0);
  assert.deepEqual(errors, { "status not 2xx or 3xx": 46_435 });
});

test("a server killed in mid-run shows as errors by kind; kinds without any are left out", () => {
  const { requests, errors } = wrk.parse(recorded("killed"));
  assert.equal(requests, 64_757);
  assert.deepEqual(errors, { read: 18, write: 93_264 });
});

test("answers that took longer than wrk waits are timeouts", () => {
  assert.deepEqual(wrk.parse(recorded("timeouts")).errors, { timeout: 16 });
});

test("where no rate is printed the length is, in whatever unit", () => {
  const parse = (length: string) => wrk.parse(`  100 requests in ${length}, 1.00MB read\n`).seconds;
  assert.deepEqual(["500.00ms", "2.05s", "1.50m"].map(parse), [0.5, 2.05, 90]);
});

test("a run with a connection per request is read like any other", () => {
  const { seconds, ...rest } = wrk.parse(recorded("close"));
  assert.equal(seconds.toFixed(4), "2.0313");
  assert.deepEqual(rest, {
    requests: 1_632,
    latencyMs: { mean: 28.92, p50: 7.15, p90: 94.56, p99: 174.39 },
    errors: {},
    inFlight: null,
  });
});

test("what is no report of wrk is refused, never read as zero", () => {
  assert.throws(() => wrk.parse(recorded("refused")), /wrk printed no total: "unable to connect to 127.0.0.1:3999/);
  assert.throws(() => wrk.parse(""), /wrk printed no total/);
});

test("the command asks for the latency distribution, and never for more threads than connections", () => {
  assert.deepEqual(wrk.argv(REQUEST), ["wrk", "-t2", "-c100", "-d2s", "--latency", "http://127.0.0.1:3000/health"]);
  assert.equal(wrk.argv({ ...REQUEST, connections: 1 })[1], "-t1");
});

test("wrk gets as many threads as divide its connections, or it would drop the rest of them", () => {
  // wrk opens connections ÷ threads in each thread, rounded down: 3 threads would open 99 of 100.
  assert.deepEqual(
    [wrkThreads(3, 100), wrkThreads(15, 100), wrkThreads(15, 500), wrkThreads(4, 7), wrkThreads(64, 10)],
    [2, 10, 10, 1, 10],
  );
});

test("without keep-alive wrk asks the server to close", () => {
  assert.deepEqual(wrk.argv({ ...REQUEST, keepAlive: false }).slice(4), [
    "--latency",
    "-H",
    "Connection: close",
    "http://127.0.0.1:3000/health",
  ]);
});
