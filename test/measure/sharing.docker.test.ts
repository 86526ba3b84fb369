import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ProbeRefusal } from "../../scripts/measure/probe.ts";
import { measureSharing } from "../../scripts/measure/sharing.ts";
import { withoutEngine } from "../support/engine.ts";
import { openRun, type TestRun } from "../support/run.ts";

describe("how much one CPU's work slows another's", { skip: withoutEngine }, () => {
  let run: TestRun;
  before(async () => {
    run = await openRun();
  });
  after(() => run.close());

  test("is told as times of the same work, and work beside itself on one CPU takes no more of its own time", async () => {
    const { aloneNs, besideNs, slowdown } = await measureSharing(run.anchor.probe, run.kit.cpus);
    assert.ok(aloneNs > 0 && besideNs > 0);
    assert.ok(Math.abs(slowdown - (besideNs / aloneNs - 1)) < 1e-12);
    // CPU time of the thread alone is counted: two that take turns on one CPU are not slowed by each other.
    const one = run.kit.cpus.helpers;
    assert.ok((await measureSharing(run.anchor.probe, { subject: one, helpers: one })).slowdown < 0.5);
  });

  test("leaves no process behind", async () => {
    await measureSharing(run.anchor.probe, run.kit.cpus);
    const processes = (await run.anchor.probe.list("/proc")).filter((name) => /^\d+$/.test(name));
    assert.deepEqual(processes, ["1"]);
  });

  test("is refused for a CPU that there is not", async () => {
    await assert.rejects(measureSharing(run.anchor.probe, { subject: "0", helpers: "1000" }), ProbeRefusal);
    await assert.rejects(measureSharing(run.anchor.probe, { subject: "1000", helpers: "0" }), ProbeRefusal);
  });
});
