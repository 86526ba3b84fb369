import assert from "node:assert/strict";
import { test } from "node:test";
import { supportedPercentiles, usage } from "../../scripts/measure/load-values.ts";
import { filesRead, locate, PID, V1 } from "./layouts.ts";

const CGROUP = locate(V1["cpu and cpuacct mounted together"]?.layout ?? assert.fail());
const acct = `/proc/${PID}/root/sys/fs/cgroup/cpu,cpuacct`;
/** Counters of version 1, in nanoseconds. */
const read = (total: number, user: number, system: number) =>
  filesRead({
    [`${acct}/cpuacct.usage`]: `${total}\n`,
    [`${acct}/cpuacct.usage_user`]: `${user}\n`,
    [`${acct}/cpuacct.usage_sys`]: `${system}\n`,
    [`${acct}/cpu.stat`]: "nr_periods 0\nnr_throttled 0\nthrottled_time 0\n",
  });

test("user and system time are scaled to the exact total, of which ticks saw less", () => {
  const before = read(5_000_000_000, 1_000_000_000, 500_000_000);
  const after = read(6_000_000_000, 1_300_000_000, 600_000_000);
  // One second in all; ticks saw 300 ms of user and 100 ms of system time: three quarters and one.
  assert.deepEqual(usage(CGROUP, before, after), {
    totalUs: 1_000_000,
    userUs: 750_000,
    systemUs: 250_000,
    throttled: 0,
  });
});

test("where no tick saw the process its time is known and the split is not", () => {
  const { totalUs, userUs, systemUs } = usage(CGROUP, read(0, 0, 0), read(2_000_000, 0, 0));
  assert.deepEqual([totalUs, userUs, systemUs], [2000, null, null]);
});

test("of the percentiles a tool gives those are kept that 100 responses lie beyond", () => {
  const given = { p50: 1, p99: 2, "p99.9": 3, "p99.99": 4 };
  assert.deepEqual(supportedPercentiles(given, 100_000), { p50: 1, p99: 2, "p99.9": 3 });
  assert.deepEqual(supportedPercentiles(given, 9_999), { p50: 1 });
  assert.deepEqual(supportedPercentiles(given, 199), {});
});
