import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { removeRun } from "../../scripts/measure/anchor.ts";
import { takeLoad } from "../../scripts/measure/load.ts";
import type { Probe } from "../../scripts/measure/probe.ts";
import { awaitReady, cgroupOf, checkLimits } from "../../scripts/measure/process.ts";
import { openSandbox } from "../../scripts/measure/sandbox.ts";
import { makeArm } from "../../scripts/model/cell.ts";
import { engine, withoutEngine } from "../support/engine.ts";
import { fixture, inSandbox, openRun, type TestRun } from "../support/run.ts";

/** A port is published only where that is asked for, and CI does not ask. */
const skip =
  withoutEngine || (process.env.REMATCH_TEST_PUBLISHED ? false : "REMATCH_TEST_PUBLISHED=1 publishes a port");

/** Addresses on which the host listens at a port, of both families, as its kernel lists them. */
async function listeners(host: Probe, port: number): Promise<string[]> {
  const { files } = await host.read("/proc/self/net/tcp", "/proc/self/net/tcp6");
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const rows = [...files.values()].flatMap(({ text }) => (text ?? "").split("\n"));
  return rows.flatMap((row) => {
    const [, address, at] = /^ *\d+: ([0-9A-F]+):([0-9A-F]{4}) [0-9A-F]+:[0-9A-F]{4} 0A /.exec(row) ?? [];
    if (address === undefined || at !== hex) return [];
    return [address === "0100007F" ? "127.0.0.1" : address];
  });
}

describe("a published path", { skip }, () => {
  let run: TestRun;
  before(async () => {
    run = await openRun();
  });
  after(() => run.close());
  const networks = async () => (await engine.leftovers(run.kit.run)).filter(({ kind }) => kind === "network");
  const guest = () => fixture(run.kit, [], { arm: makeArm("fixture", "ok", { path: "published" }) });

  test("the load comes from outside through the engine's port, and leaves no network behind", async () => {
    for (let tries = 1; ; tries++) {
      const reading = await inSandbox(run.kit, guest(), async (sandbox) => {
        const { probe, load } = sandbox;
        assert.ok(load);
        assert.notEqual(load.from, probe);
        assert.equal(load.host, "127.0.0.1");
        assert.ok(load.port > 1023 && load.port !== 3000, `port ${load.port} of the host`);
        assert.deepEqual(await listeners(load.from, load.port), ["127.0.0.1"]);
        const [network, ...more] = await networks();
        assert.deepEqual(more, []);
        assert.ok(network);
        // What is still in use stays, for whoever removes to look again.
        await engine.removeLeftover(network);
        assert.equal((await networks()).length, 1);
        const { pid } = await awaitReady(probe, guest(), "launch");
        await checkLimits(sandbox, pid);
        const cell = { route: "ok", connections: 16, tool: "oha", warmup: 0, window: 1 } as const;
        return (await takeLoad(run.kit, sandbox, guest(), pid, await cgroupOf(probe, 1), cell)).reading;
      });
      assert.deepEqual(await networks(), []);
      if (reading.window === 0 && tries < 12) continue;
      assert.ok((reading.values.rps ?? 0) > 0, JSON.stringify(reading));
      assert.equal(reading.values.errors, 0);
      assert.ok(reading.flags.includes("unguarded"));
      assert.equal(reading.values["bytes-per-response"], undefined, "loopback of the sandbox carries none of it");
      assert.deepEqual(reading.evidence.breaches, []);
      return;
    }
  });

  test("what is left of it where a runner is killed goes by its label", async () => {
    await openSandbox(run.kit, guest());
    const left = await engine.leftovers(run.kit.run);
    assert.ok(left.some(({ kind }) => kind === "network"));
    await removeRun(engine, run.kit.run);
    assert.deepEqual(await engine.leftovers(run.kit.run), []);
  });
});
