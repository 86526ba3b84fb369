import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuFiles, cpuTime } from "../../scripts/measure/cpu-time.ts";
import { filesRead, locate, PID, V1, V2 } from "./layouts.ts";

const APART = locate(V1["hybrid, every controller apart"]?.layout ?? assert.fail());
const TOGETHER = locate(V1["cpu and cpuacct mounted together"]?.layout ?? assert.fail());
const SCOPE = locate(V2["systemd driver, seen from another cgroup namespace"]?.layout ?? assert.fail());
const root = `/proc/${PID}/root/sys/fs/cgroup`;

test("version 1 counts nanoseconds, in files of two controllers that may be mounted apart or together", () => {
  for (const [cgroup, acct, cpu] of [
    [APART, "cpuacct", "cpu"],
    [TOGETHER, "cpu,cpuacct", "cpu,cpuacct"],
  ] as const) {
    const files = {
      [`${root}/${acct}/cpuacct.usage`]: "1234567000\n",
      [`${root}/${acct}/cpuacct.usage_user`]: "1000000000\n",
      [`${root}/${acct}/cpuacct.usage_sys`]: "234567000\n",
      [`${root}/${cpu}/cpu.stat`]: "nr_periods 12\nnr_throttled 3\nthrottled_time 45000000\n",
    };
    assert.deepEqual(cpuFiles(cgroup).sort(), Object.keys(files).sort());
    assert.deepEqual(cpuTime(cgroup, filesRead(files).files), {
      totalUs: 1_234_567,
      userUs: 1_000_000,
      systemUs: 234_567,
      throttled: 3,
      throttledUs: 45_000,
    });
  }
});

test("version 2 counts microseconds in one file", () => {
  const files = {
    [`${root}/cpu.stat`]:
      "usage_usec 1234567\nuser_usec 1000000\nsystem_usec 234567\nnr_periods 12\nnr_throttled 3\nthrottled_usec 45000\n",
  };
  assert.deepEqual(cpuFiles(SCOPE), Object.keys(files));
  assert.deepEqual(cpuTime(SCOPE, filesRead(files).files), {
    totalUs: 1_234_567,
    userUs: 1_000_000,
    systemUs: 234_567,
    throttled: 3,
    throttledUs: 45_000,
  });
});

test("without the total there is no CPU time, and without the rest the rest is missing", () => {
  assert.equal(cpuTime(APART, filesRead({}).files), null);
  assert.equal(cpuTime(SCOPE, filesRead({ [`${root}/cpu.stat`]: "nr_periods 0\n" }).files), null);
  assert.deepEqual(cpuTime(APART, filesRead({ [`${root}/cpuacct/cpuacct.usage`]: "5000\n" }).files), {
    totalUs: 5,
    userUs: null,
    systemUs: null,
    throttled: null,
    throttledUs: null,
  });
});
