import assert from "node:assert/strict";
import { test } from "node:test";
import { disturbance, disturbanceVoid } from "../../scripts/measure/disturbance.ts";
import type { CpuJiffies } from "../../scripts/measure/proc.ts";

// Two CPUs over two seconds: 200 jiffies of 10 ms each.
const at = (...cpus: [busy: number, steal: number][]): Map<number, CpuJiffies> =>
  new Map(cpus.map(([busy, steal], cpu) => [cpu, { busy, steal, total: 0 }]));
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
