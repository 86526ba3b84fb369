import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { removeRun } from "../../scripts/measure/anchor.ts";
import { Interrupted, runCampaign } from "../../scripts/measure/campaign.ts";
import { LimitMismatch } from "../../scripts/measure/process.ts";
import { openSandbox } from "../../scripts/measure/sandbox.ts";
import type { Measure } from "../../scripts/model/cell.ts";
import { campaignOf } from "../support/campaign.ts";
import { type Decoys, makeDecoys } from "../support/decoys.ts";
import { engine, helpers, withoutEngine } from "../support/engine.ts";
import { docker } from "../support/outside.ts";
import { fixture, openRun, type TestRun } from "../support/run.ts";

const LOAD: Measure = { kind: "load", route: "ok", connections: 4, tool: "wrk" };

describe("what a run leaves on the engine", { skip: withoutEngine }, () => {
  let decoys: Decoys;
  let run: TestRun;
  before(async () => {
    decoys = await makeDecoys((await helpers()).image);
  });
  after(() => decoys.remove());
  beforeEach(async () => {
    run = await openRun();
  });
  afterEach(() => run.close());

  const left = async () =>
    (await engine.leftovers(run.kit.run)).map(({ kind, anchor }) => (anchor ? "anchor" : kind)).sort();

  test("the decoys are there, to be left alone", async () => {
    assert.equal((await decoys.seen()).length, 4);
  });

  test("a campaign removes its sandboxes by itself; anchor and volume go at the end, and nothing of others", async () => {
    const others = await decoys.seen();
    const { campaign, samples } = campaignOf(run.kit, [fixture(run.kit)], [{ kind: "idle-memory" }, LOAD]);
    await runCampaign(campaign);
    assert.ok(samples.length >= 2);
    assert.deepEqual(await left(), ["anchor", "volume"]);
    run.anchor.probe.close();
    assert.equal(await removeRun(engine, run.kit.run), 2);
    assert.deepEqual(await left(), []);
    assert.equal(await removeRun(engine, run.kit.run), 0);
    assert.deepEqual(await decoys.seen(), others);
  });

  test("limits that the kernel rounds off stop the campaign, and its sandbox is gone", async () => {
    // The kernel limits whole pages: one byte more cannot be had.
    const kit = { ...run.kit, memoryBytes: 512 * 1024 * 1024 + 1 };
    const { campaign, samples } = campaignOf(kit, [fixture(kit)], [{ kind: "cold-start" }]);
    await assert.rejects(runCampaign(campaign), LimitMismatch);
    assert.deepEqual(samples, [], "nothing is measured under other limits than asked");
    assert.deepEqual(await left(), ["anchor", "volume"]);
  });

  test("an image that does not exist leaves no half a sandbox", async () => {
    const guest = { ...fixture(run.kit), image: "localhost/rematch/does-not-exist" };
    await assert.rejects(openSandbox(run.kit, guest), /No such image/);
    assert.deepEqual(await left(), ["anchor", "volume"]);
  });

  test("a volume that the engine makes by itself, since the run's was removed already, is the run's too", async () => {
    const kit = { ...run.kit, volume: `${run.kit.volume}-late` };
    const sandbox = await openSandbox(kit, fixture(kit));
    await sandbox.close();
    assert.deepEqual(await left(), ["anchor", "volume", "volume"]);
  });

  test("interrupted within a window, the run ends at once as interrupted and nothing of it is left", async () => {
    const others = await decoys.seen();
    const stop = new AbortController();
    const { kit } = run;
    const { campaign, samples, onStep } = campaignOf(kit, [fixture(kit)], [LOAD], { window: 30, signal: stop.signal });
    // As the main job does: removing the containers ends whatever is being waited for in them.
    stop.signal.addEventListener("abort", () => void removeRun(engine, kit.run));
    onStep(() => setTimeout(() => stop.abort(), 1_500));
    const began = Date.now();
    await assert.rejects(runCampaign(campaign), Interrupted);
    assert.ok(Date.now() - began < 30_000, "the window was not waited for");
    assert.deepEqual(samples, []);
    await removeRun(engine, kit.run);
    assert.deepEqual(await left(), []);
    assert.deepEqual(await decoys.seen(), others);
  });

  test("a helper that is killed makes the visit be repeated, both tries are on record, and nothing is left", async () => {
    const { campaign, samples, events, onStep } = campaignOf(run.kit, [fixture(run.kit)], [LOAD]);
    let killed = false;
    onStep(() => {
      if (killed) return;
      killed = true;
      setTimeout(async () => {
        const label = `label=rematch.run=${run.kit.run}`;
        const ids = (await docker("ps", "--quiet", "--no-trunc", "--filter", label)).split("\n");
        const commands = await docker("inspect", "--format", "{{.Id}} {{.HostConfig.PidMode}}", ...ids);
        const probe = /^(\w+) container:/m.exec(commands)?.[1] ?? "none";
        await docker("kill", probe);
      }, 500);
    });
    await runCampaign(campaign);
    const failed = events.filter(({ what }) => what === "cell-failed");
    assert.deepEqual(
      failed.map(({ detail }) => detail.attempt),
      [1],
    );
    assert.match(String(failed[0]?.detail.message), /the probe ended before it answered/);
    assert.ok(samples.length > 0, "the second try was measured");
    assert.deepEqual(await left(), ["anchor", "volume"]);
  });
});
