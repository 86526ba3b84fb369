import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type KernelLimits,
  kernelLimits,
  type Limits,
  limitFiles,
  limitMismatches,
} from "../../scripts/measure/limits.ts";
import { filesRead, locate, PID, V1, V2 } from "./layouts.ts";

const MIB_512 = 536_870_912;
const ASKED: Limits = { cpus: "0", quota: null, memoryBytes: MIB_512, pids: 256 };

const STATUS = [
  "Name:\tfixture",
  "Threads:\t1",
  "CapEff:\t0000000000000000",
  "CapBnd:\t0000000000000000",
  "NoNewPrivs:\t1",
  "Cpus_allowed:\t1",
  "Cpus_allowed_list:\t0",
  "Mems_allowed_list:\t0",
].join("\n");
const OPEN_FILES = [
  "Limit                     Soft Limit           Hard Limit           Units     ",
  "Max processes             96365                96365                processes ",
  "Max open files            16384                16384                files     ",
].join("\n");

const HYBRID = V1["hybrid, every controller apart"]?.layout ?? assert.fail();
const SCOPE = V2["systemd driver, seen from another cgroup namespace"]?.layout ?? assert.fail();

/** The files of a subject whose limits are as ASKED; some replaced, or taken away where null. */
function readOf(version: "1" | "2", changes: Record<string, string | null> = {}): KernelLimits {
  const layout = version === "1" ? HYBRID : SCOPE;
  const cgroup = locate(layout);
  const root = `/proc/${PID}/root/sys/fs/cgroup`;
  const own: Record<string, string> =
    version === "1"
      ? {
          "cpuset/cpuset.effective_cpus": "0\n",
          "cpu/cpu.cfs_quota_us": "-1\n",
          "cpu/cpu.cfs_period_us": "100000\n",
          "memory/memory.limit_in_bytes": "536870912\n",
          "memory/memory.memsw.limit_in_bytes": "536870912\n",
          "pids/pids.max": "256\n",
        }
      : {
          "cpuset.cpus.effective": "0\n",
          "cpu.max": "max 100000\n",
          "memory.max": "536870912\n",
          "memory.swap.max": "0\n",
          "pids.max": "256\n",
        };
  const files: Record<string, string | null> = {
    ...Object.fromEntries(Object.entries(own).map(([name, text]) => [`${root}/${name}`, text])),
    [`/proc/${PID}/status`]: STATUS,
    [`/proc/${PID}/mountinfo`]: layout.mountinfo,
    [`/proc/${PID}/limits`]: OPEN_FILES,
    ...Object.fromEntries(
      Object.entries(changes).map(([name, text]) => [name.startsWith("/") ? name : `${root}/${name}`, text]),
    ),
  };
  const there = Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== null);
  // Only what would really have been read may be used.
  const asked = limitFiles(PID, cgroup);
  return kernelLimits(PID, cgroup, filesRead(Object.fromEntries(there.filter(([path]) => asked.includes(path)))));
}

for (const version of ["1", "2"] as const) {
  test(`version ${version}: limits that are as asked are read, and nothing is reported`, () => {
    const kernel = readOf(version);
    assert.deepEqual(kernel, {
      cpus: "0",
      cpusAllowed: "0",
      quota: null,
      memoryBytes: MIB_512,
      memorySwapBytes: MIB_512,
      pids: 256,
      noNewPrivileges: true,
      capabilities: "0000000000000000",
      readOnlyRoot: true,
      openFiles: 16_384,
    });
    assert.deepEqual(limitMismatches(ASKED, kernel), []);
  });
}

const status = `/proc/${PID}/status`;
const mounts = `/proc/${PID}/mountinfo`;
const cases: [string, "1" | "2", Record<string, string | null>, string[]][] = [
  [
    "swap twice the memory, which is what an engine allows unasked",
    "1",
    { "memory/memory.memsw.limit_in_bytes": "1073741824" },
    ["memory and swap in bytes: asked 536870912, the kernel has 1073741824"],
  ],
  [
    "a kernel that does not count swap",
    "1",
    { "memory/memory.memsw.limit_in_bytes": null },
    ["memory and swap in bytes: asked 536870912, the kernel has none"],
  ],
  [
    "swap as much again",
    "2",
    { "memory.swap.max": "536870912" },
    ["memory and swap in bytes: asked 536870912, the kernel has 1073741824"],
  ],
  [
    "swap without a limit",
    "2",
    { "memory.swap.max": "max" },
    ["memory and swap in bytes: asked 536870912, the kernel has none"],
  ],
  [
    "the number that stands for no limit",
    "1",
    {
      "memory/memory.limit_in_bytes": "9223372036854771712",
      "memory/memory.memsw.limit_in_bytes": "9223372036854771712",
    },
    [
      "memory in bytes: asked 536870912, the kernel has none",
      "memory and swap in bytes: asked 536870912, the kernel has none",
    ],
  ],
  [
    "memory without a limit",
    "2",
    { "memory.max": "max" },
    [
      "memory in bytes: asked 536870912, the kernel has none",
      "memory and swap in bytes: asked 536870912, the kernel has none",
    ],
  ],
  ["a cpuset of more CPUs", "1", { "cpuset/cpuset.effective_cpus": "0-1" }, ["cpuset: asked 0, the kernel has 0-1"]],
  ["a cpuset of more CPUs", "2", { "cpuset.cpus.effective": "0-3" }, ["cpuset: asked 0, the kernel has 0-3"]],
  [
    "a process that may run elsewhere",
    "2",
    { [status]: STATUS.replace("list:\t0", "list:\t0-1") },
    ["allowed CPUs of the process: asked 0, the kernel has 0-1"],
  ],
  [
    "a quota nobody asked for",
    "1",
    { "cpu/cpu.cfs_quota_us": "50000" },
    ["quota in CPUs: asked none, the kernel has 0.5"],
  ],
  ["a quota nobody asked for", "2", { "cpu.max": "25000 100000" }, ["quota in CPUs: asked none, the kernel has 0.25"]],
  ["pids without a limit", "1", { "pids/pids.max": "max" }, ["pids: asked 256, the kernel has none"]],
  ["another limit of pids", "2", { "pids.max": "4096" }, ["pids: asked 256, the kernel has 4096"]],
  [
    "a capability that was kept",
    "1",
    { [status]: STATUS.replace("CapEff:\t0000000000000000", "CapEff:\t00000000a80425fb") },
    ["effective capabilities: asked 0, the kernel has 2818844155"],
  ],
  [
    "privileges that may be gained",
    "2",
    { [status]: STATUS.replace("NoNewPrivs:\t1", "NoNewPrivs:\t0") },
    ["no new privileges: asked true, the kernel has false"],
  ],
  [
    "a root that can be written to",
    "1",
    { [mounts]: HYBRID.mountinfo.replace("/ / ro,", "/ / rw,") },
    ["read-only root: asked true, the kernel has false"],
  ],
];
for (const [what, version, changes, expected] of cases) {
  test(`version ${version}: ${what} is named, and nothing else`, () => {
    assert.deepEqual(limitMismatches(ASKED, readOf(version, changes)), expected);
  });
}

test("a quota that was asked for has to be there", () => {
  const asked = { ...ASKED, cpus: null, quota: 1 };
  assert.deepEqual(limitMismatches(asked, readOf("2", { "cpu.max": "100000 100000" })), []);
  assert.deepEqual(limitMismatches(asked, readOf("1", { "cpu/cpu.cfs_quota_us": "100000" })), []);
  assert.deepEqual(limitMismatches(asked, readOf("1")), ["quota in CPUs: asked 1, the kernel has none"]);
});

test("without a cpuset asked for, the process may run on any CPU", () => {
  const everywhere = { "cpuset.cpus.effective": "0-1", [status]: STATUS.replace("list:\t0", "list:\t0-1") };
  assert.deepEqual(limitMismatches({ ...ASKED, cpus: null }, readOf("2", everywhere)), []);
});

test("limits whose files could not be read count as missing", () => {
  const nothing = kernelLimits(PID, locate(SCOPE), filesRead({}));
  assert.deepEqual(
    limitMismatches(ASKED, nothing).map((line) => line.split(":")[0]),
    [
      "memory in bytes",
      "memory and swap in bytes",
      "pids",
      "no new privileges",
      "effective capabilities",
      "read-only root",
      "cpuset",
      "allowed CPUs of the process",
    ],
  );
});
