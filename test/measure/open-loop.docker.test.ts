import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runCampaign } from "../../scripts/measure/campaign.ts";
import { takeLoad } from "../../scripts/measure/load.ts";
import { oha } from "../../scripts/measure/oha.ts";
import { awaitReady, cgroupOf } from "../../scripts/measure/process.ts";
import { campaignOf } from "../support/campaign.ts";
import { withoutEngine } from "../support/engine.ts";
import { fixture, inSandbox, openRun, type TestRun } from "../support/run.ts";

const RATE = 1000;
const WINDOW = 2;
const CONNECTIONS = 10;
/** The whole server stands still that long, once in a window. */
const STALL_SECONDS = 0.5;

/**
 * Stops the server once while oha runs. Of the 2,000 requests due in the window 500 are due meanwhile and wait between 0 and
 * 500 ms: the slowest tenth is 200 of them, which wait 300 ms or more, and the slowest hundredth is 20, at 480 ms or more.
 */
const stall = (pid: number) =>
  `until grep -qsx oha /proc/[0-9]*/comm; do sleep 0.02; done; sleep 0.6;` +
  ` kill -STOP ${pid}; sleep ${STALL_SECONDS}; kill -CONT ${pid}`;

describe("open loop", { skip: withoutEngine }, () => {
  let run: TestRun;
  before(async () => {
    run = await openRun();
  });
  after(() => run.close());

  async function stalled(rate: number, connections = CONNECTIONS) {
    for (let tries = 1; ; tries++) {
      const taken = await inSandbox(run.kit, fixture(run.kit), async (sandbox) => {
        const { probe } = sandbox;
        const { pid } = await awaitReady(probe, fixture(run.kit), "launch");
        const stopper = await probe.spawn(["sh", "-c", stall(pid)]);
        const cell = { route: "ok", connections, tool: "oha", warmup: 0, window: WINDOW, rate } as const;
        const cgroup = await cgroupOf(probe, 1);
        const loaded = await takeLoad(run.kit, sandbox, fixture(run.kit), pid, cgroup, cell);
        await probe.reap(stopper, { signal: loaded.reading.window > 0 ? 0 : 15, limitMs: 5000 });
        return loaded;
      });
      // On a machine that stays busy no window is taken: it is waited for.
      if (taken.reading.window > 0 || tries === 12) return taken;
    }
  }

  test("a server that stands still is charged with every request that was due meanwhile", async () => {
    const { reading } = await stalled(RATE);
    const { values, flags } = reading;
    assert.ok((values["latency@rate-p90"] ?? 0) > 200, `p90 ${values["latency@rate-p90"]} ms, due at about 300`);
    assert.ok((values["latency@rate-p99"] ?? 500) >= (values["latency@rate-p90"] ?? 0));
    assert.equal(values.rps, undefined, "what arrives is no capacity");
    assert.equal(values["latency-p90"], undefined, "and its latencies are no figures of a closed loop");
    assert.ok((values["answered@rate"] ?? 0) > 0.99, `${values["answered@rate"]} answered`);
    assert.ok(!flags.includes("server-not-saturated") && !flags.includes("littles-law"), flags.join(" "));
  });

  test("timed from the actual send, the same stall is nearly unseen", async () => {
    const run_ = run;
    const blind = await inSandbox(run_.kit, fixture(run_.kit), async ({ probe }) => {
      const { pid } = await awaitReady(probe, fixture(run_.kit), "launch");
      const stopper = await probe.spawn(["sh", "-c", stall(pid)]);
      const request = { url: "http://127.0.0.1:3000/", connections: CONNECTIONS, seconds: WINDOW };
      const argv = oha.argv({ ...request, keepAlive: true, threads: 1, rate: RATE });
      assert.ok(argv.includes("--latency-correction"));
      const tool = await probe.spawn(argv.filter((word) => word !== "--latency-correction"));
      const { stdout } = await probe.reap(tool, { limitMs: 20_000 });
      await probe.reap(stopper, { limitMs: 5000 });
      return oha.parse(stdout);
    });
    // Ten requests, one a connection, saw it: half a percent of all.
    assert.ok((blind.latencyMs.p90 ?? 0) < 200, `p90 ${blind.latencyMs.p90} ms`);
  });

  test("a rate beyond what the server can answer is told as such", async () => {
    const { reading } = await stalled(400_000, 1);
    assert.ok((reading.values["answered@rate"] ?? 1) < 0.995, `${reading.values["answered@rate"]}`);
    assert.ok(reading.flags.includes("behind-schedule"), reading.flags.join(" "));
  });

  test("a curve takes every load at shares of the rate that the pilot found, up to all of it", async () => {
    const { campaign, samples } = campaignOf(
      run.kit,
      [fixture(run.kit)],
      [{ kind: "load", route: "ok", connections: CONNECTIONS, tool: "wrk" }],
    );
    await runCampaign({ ...campaign, plan: { ...campaign.plan, curve: [0.1, 1] } });
    const taken = [...new Set(samples.filter(({ phase }) => phase === "rounds").map(({ measure }) => measure))];
    assert.equal(taken[0], "load/ok@10/wrk");
    const pilot = samples.filter(({ phase, values }) => phase === "pilot" && values.rps);
    const points = taken.slice(1).map((measure) => Number(/^open-loop\/ok@10\/(\d+)-a-second$/.exec(measure)?.[1]));
    const capacity = pilot.at(-1)?.values.rps;
    // A machine too busy for a pilot gives no capacity, and so no curve.
    if (capacity === undefined) assert.deepEqual(points, []);
    else
      for (const [nth, share] of [0.1, 1].entries())
        assert.ok(Math.abs((points[nth] ?? 0) / (capacity * share) - 1) < 0.06);
  });
});
