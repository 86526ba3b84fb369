import assert from "node:assert/strict";
import { test } from "node:test";
import { locateCgroup } from "../../scripts/measure/cgroup.ts";
import { locate, PID, V1, V2 } from "./layouts.ts";

for (const [name, { layout, memory, cpu }] of Object.entries(V1)) {
  test(`version 1, ${name}: every controller's files are found in its own hierarchy`, () => {
    const found = locate(layout);
    assert.equal(found.version, "1");
    assert.equal(found.path("memory", "memory.limit_in_bytes"), `/proc/${PID}/root${memory}/memory.limit_in_bytes`);
    assert.equal(found.path("cpu", "cpu.stat"), `/proc/${PID}/root${cpu}/cpu.stat`);
    assert.equal(
      found.path("cpuacct", "cpuacct.usage"),
      `/proc/${PID}/root${cpu.endsWith("cpu") ? `${cpu}acct` : cpu}/cpuacct.usage`,
    );
    assert.equal(found.path("pids", "pids.max"), `/proc/${PID}/root${memory.replace("memory", "pids")}/pids.max`);
  });
}

for (const [name, { layout, memory }] of Object.entries(V2)) {
  test(`version 2, ${name}: all controllers share one folder`, () => {
    const found = locate(layout);
    assert.equal(found.version, "2");
    assert.equal(found.path("memory", "memory.max"), `/proc/${PID}/root${memory}/memory.max`);
    assert.equal(found.path("cpuset", "cpuset.cpus.effective"), `/proc/${PID}/root${memory}/cpuset.cpus.effective`);
  });
}

test("a controller that is not mounted has no path, rather than a guessed one", () => {
  const { layout } = V1["hybrid, every controller apart"] ?? assert.fail();
  const mountinfo = layout.mountinfo.replace(/^.* - cgroup cgroup rw,cpuset\n/m, "");
  assert.equal(locateCgroup(PID, layout.cgroup, mountinfo).path("cpuset", "cpuset.cpus"), null);
});

test("a cgroup outside what is mounted has no path", () => {
  const mountinfo = "405 404 0:25 /docker/aaa /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
  assert.equal(locateCgroup(PID, "0::/docker/aaabbb\n", mountinfo).path("memory", "memory.max"), null);
  assert.equal(locateCgroup(PID, "0::/docker\n", mountinfo).path("memory", "memory.max"), null);
});

test("a mount point with a space, which mountinfo writes in octal, is found", () => {
  const mountinfo = "405 404 0:25 / /sys/fs/my\\040cgroup ro - cgroup2 cgroup rw\n";
  assert.equal(
    locateCgroup(PID, "0::/\n", mountinfo).path("memory", "memory.max"),
    `/proc/${PID}/root/sys/fs/my cgroup/memory.max`,
  );
});

test("without a readable cgroup file nothing is located", () => {
  assert.equal(locateCgroup(PID, "", "").path("memory", "memory.max"), null);
});
