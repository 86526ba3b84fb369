import assert from "node:assert/strict";
import { test } from "node:test";
import { disturbance, disturbanceVoid } from "../../scripts/measure/disturbance.ts";
import type { CpuJiffies } from "../../scripts/measure/proc.ts";

// Two CPUs over two seconds: 200 jiffies of 10 ms each.
const at = (...cpus: [tasks: number, steal: number, softirq?: number, irq?: number][]): Map<number, CpuJiffies> =>
  new Map(cpus.map(([tasks, steal, softirq = 0, irq = 0], cpu) => [cpu, { tasks, steal, softirq, irq, total: 0 }]));
const BEFORE = at([1000, 10], [2000, 20]);
const window = (after: Map<number, CpuJiffies>, changes = {}) => ({
  before: BEFORE,
  after,
  seconds: 2,
  cpus: { subject: "0", helpers: "1" },
  subjectUs: 1_900_000,
  helpersUs: 1_000_000,
  ...changes,
});
const QUIET = { foreignSubject: 0, foreignHelpers: 0, steal: 0 };

test("CPU that subject and generator used themselves is no disturbance", () => {
  const found = disturbance(window(at([1190, 10], [2100, 20])));
  assert.deepEqual(found, QUIET);
  assert.equal(disturbanceVoid(found), null);
});

test("what others used of a CPU is its busy time less ours, as a share of the window", () => {
  // 200 jiffies busy less 190 ours; 140 busy less 100 ours; 4 + 4 jiffies stolen of 400.
  const found = disturbance(window(at([1200, 14], [2140, 24])));
  assert.deepEqual(found, { foreignSubject: 0.05, foreignHelpers: 0.2, steal: 0.02 });
});

test("rounding to whole jiffies never makes a share negative", () => {
  assert.deepEqual(disturbance(window(at([1189, 10], [2099, 20]))), QUIET);
});

test("a subject that may run anywhere shares one account with the helpers", () => {
  const found = disturbance(window(at([1190, 10], [2140, 20]), { cpus: { subject: null, helpers: "1" } }));
  // 330 jiffies busy on both, 290 ours: 40 of 400.
  assert.deepEqual(found, { foreignSubject: 0.1, foreignHelpers: 0.1, steal: 0 });
});

test("a sample is void only beyond a limit, and the reason names it", () => {
  assert.equal(disturbanceVoid({ foreignSubject: 0.05, foreignHelpers: 0.1, steal: 0.02 }), null);
  assert.equal(
    disturbanceVoid({ ...QUIET, foreignSubject: 0.051 }),
    "foreign load on the subject's CPU: 5.1 %, limit 5.0 %",
  );
  assert.equal(
    disturbanceVoid({ ...QUIET, foreignHelpers: 0.25 }),
    "foreign load on the helpers' CPUs: 25.0 %, limit 10.0 %",
  );
  assert.equal(disturbanceVoid({ ...QUIET, steal: 0.03 }), "steal: 3.0 % of the CPUs' time, limit 2.0 %");
});

test("an idle subject voids nothing", () => {
  const found = disturbance(window(at([1000, 10], [2100, 20]), { subjectUs: 0 }));
  assert.equal(disturbanceVoid(found), null);
});

test("soft interrupts are in the subject's time where the kernel counts by ticks, so they count as busy", () => {
  // 150 + 50 jiffies, 190 of them the subject's.
  const found = disturbance({ ...window(at([1150, 10, 50], [2100, 20])), before: at([1000, 10], [2000, 20]) });
  assert.equal(found.foreignSubject, 0.05);
});

test("soft interrupts are in nobody's time where the kernel counts them apart, so they are not foreign", () => {
  // 190 jiffies of tasks, all the subject's, and 60 of loopback's soft interrupts beside them.
  const before = at([1000, 10, 0, 7], [2000, 20, 0, 7]);
  const found = disturbance({ ...window(at([1190, 10, 60, 9], [2100, 20, 30, 9])), before });
  assert.deepEqual(found, QUIET);
});

test("on a published path the engine's proxy is no disturbance, and steal still is", () => {
  const busy = { foreignSubject: 0.5, foreignHelpers: 0.5, steal: 0 };
  assert.match(disturbanceVoid(busy) ?? "", /^foreign load on the subject's CPU/);
  assert.equal(disturbanceVoid(busy, "published"), null);
  assert.match(disturbanceVoid({ ...busy, steal: 0.1 }, "published") ?? "", /^steal/);
});
