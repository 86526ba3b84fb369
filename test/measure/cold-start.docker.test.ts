import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { truthsIn } from "../../scripts/measure/calibration/fixture.ts";
import { takeColdStart } from "../../scripts/measure/cold-start.ts";
import { takeContainerStart } from "../../scripts/measure/container-start.ts";
import { withoutEngine } from "../support/engine.ts";
import { fixture, inSandbox, median, openRun, type TestRun } from "../support/run.ts";

/** What the kit states of its cold start: within this of the truth, at the median. */
const ACCURACY_MS = 1;

describe("cold start", { skip: withoutEngine }, () => {
  let run: TestRun;
  before(async () => {
    run = await openRun();
  });
  after(() => run.close());

  /** Cold starts of a fixture, each with the time from exec to its own listen() as it stamped it. */
  async function trials(listenAfterMs: number, count: number) {
    const guest = fixture(run.kit, ["--listen-after", String(listenAfterMs)]);
    return inSandbox(run.kit, guest, async (sandbox) => {
      const readings = [];
      for (let trial = 1; trial <= count; trial++) readings.push(await takeColdStart(sandbox, guest, trial));
      const log = await sandbox.subject.logs(10 * count);
      const stamps = truthsIn(log).map(({ listenNs }) => listenNs);
      assert.equal(stamps.length, count, "every trial was a start of its own");
      return readings.map(({ values, evidence }, i) => ({
        measured: values["cold-start"] ?? assert.fail("no cold start was measured"),
        truth: ((stamps[i] ?? Number.NaN) - Number(evidence.execNs)) / 1e6,
        cpu: values["cold-start-cpu"] ?? assert.fail("no CPU time was measured"),
      }));
    });
  }

  for (const [listenAfterMs, count] of [
    [14, 20],
    [514, 3],
  ] as const) {
    test(`a server that listens after ${listenAfterMs} ms is measured within ${ACCURACY_MS} ms, median of ${count}`, async (t) => {
      const taken = await trials(listenAfterMs, count);
      for (const { measured, truth, cpu } of taken) {
        assert.ok(truth >= listenAfterMs, `the fixture listened after ${truth} ms`);
        assert.ok(measured > truth, "no server answers before it listens");
        assert.ok(cpu > 0 && cpu < measured, `${cpu} ms of CPU in ${measured} ms on one CPU`);
      }
      const errors = taken.map(({ measured, truth }) => measured - truth);
      t.diagnostic(`median error ${median(errors).toFixed(3)} ms, largest ${Math.max(...errors).toFixed(3)} ms`);
      assert.ok(median(errors) <= ACCURACY_MS, `errors in ms: ${errors.map((ms) => ms.toFixed(2)).join(" ")}`);
    });
  }

  test("a container's start is timed with the floor beside it, which a wait in the program does not raise", async () => {
    const { values } = await takeContainerStart(run.kit, fixture(run.kit, ["--listen-after", "1500"]));
    const [start = 0, floor = 0] = [values["container-start"], values["container-floor"]];
    assert.ok(floor > 0, "the floor was measured");
    assert.ok(start >= 1500, `${start} ms hold the program's own 1500 ms`);
    assert.ok(floor < start, `floor ${floor} ms, start ${start} ms`);
  });
});
