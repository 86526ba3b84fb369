import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { EngineBusy, livingRun, removeRun, takeEngine } from "../../scripts/measure/anchor.ts";
import { readHost } from "../../scripts/measure/host.ts";
import { KitError } from "../../scripts/model/errors.ts";
import { ROOT } from "../support/bench.ts";
import { type Decoys, makeDecoys } from "../support/decoys.ts";
import { engine, helpers, withoutEngine } from "../support/engine.ts";
import { docker } from "../support/outside.ts";
import { openRun, runName } from "../support/run.ts";

const HOLDER = fileURLToPath(new URL("../support/holder.ts", import.meta.url));

/** Starts a run in another process and waits until it holds engine and sandbox. */
async function hold(): Promise<{ child: ChildProcess; run: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", HOLDER], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const text of child.stdout ?? []) {
    const run = /^held by (\S+)$/m.exec(String(text))?.[1];
    if (run) return { child, run };
  }
  return assert.fail("the other run ended before it held the engine");
}

describe("the hold on an engine", { skip: withoutEngine }, () => {
  let image: string;
  let decoys: Decoys;
  before(async () => {
    image = (await helpers()).image;
    decoys = await makeDecoys(image);
  });
  after(() => decoys.remove());
  const take = (run: string) => takeEngine(engine, run, image, `rematch-${run}`);
  const left = async (run: string) => (await engine.leftovers(run)).map(({ kind }) => kind).sort();

  test("while a run lives another is refused and leaves nothing; killed, its remains go at the next start", async () => {
    const { child, run: held } = await hold();
    try {
      const others = await decoys.seen();
      const [refused, next] = [runName(), runName()];
      await assert.rejects(take(refused), (error) => error instanceof EngineBusy && error.run === held);
      assert.deepEqual(await left(refused), []);
      assert.deepEqual(await left(held), ["container", "container", "container", "container", "volume"]);

      child.kill("SIGKILL");
      while ((await livingRun(engine)) === held) await sleep(50);
      const anchor = await take(next);
      assert.deepEqual(await left(held), []);
      assert.equal(await livingRun(engine), next);
      anchor.probe.close();
      await removeRun(engine, next);
      assert.deepEqual(await decoys.seen(), others);
    } finally {
      child.kill("SIGKILL");
      await removeRun(engine, held);
    }
  });

  /** Begins so many runs at once: one gets the engine, and the others are told which. */
  async function beginAtOnce(count: number): Promise<void> {
    const runs = Array.from({ length: count }, runName);
    try {
      const ends = await Promise.allSettled(runs.map(take));
      const winners = runs.filter((_, at) => ends[at]?.status === "fulfilled");
      const losers = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
      for (const reason of losers) assert.ok(reason instanceof EngineBusy, String(reason));
      assert.deepEqual(
        losers.map(({ run }) => run),
        Array.from({ length: count - 1 }, () => winners[0]),
      );
      assert.equal(await livingRun(engine), winners[0]);
    } finally {
      for (const run of runs) await removeRun(engine, run);
    }
  }

  test("of runs that begin at once exactly one gets the engine, and the others are told which", async () => {
    await (await openRun()).close();
    for (const count of [2, 3, 4]) await beginAtOnce(count);
  });

  test("the same beside the anchor of a run that was killed", async () => {
    await (await openRun()).close();
    const dead = runName();
    const labels = ["--label", `rematch.run=${dead}`, "--label", "rematch.anchor=true"];
    await docker("run", "--name", "rematch-anchor", ...labels, "--network", "none", "--entrypoint", "true", image);
    await beginAtOnce(4);
    assert.deepEqual(await left(dead), []);
  });

  test("a container of others that has the lock's name is named, left alone, and how to go on is said", async () => {
    await (await openRun()).close();
    const id = await docker("create", "--name", "rematch-anchor", "--network", "none", "--entrypoint", "true", image);
    const run = runName();
    try {
      await assert.rejects(take(run), (error) => {
        assert.ok(error instanceof KitError, String(error));
        assert.ok(
          error.what.includes(`container ${id.slice(0, 12)} has the name rematch-anchor and is not ours`),
          error.what,
        );
        assert.equal(error.next, "give it another name: docker rename rematch-anchor OTHER-NAME");
        return true;
      });
      assert.deepEqual(await left(run), []);
      assert.equal(await docker("inspect", "--format", "{{.Id}}", "rematch-anchor"), id);
    } finally {
      await docker("rm", id);
    }
  });

  test("remains of a run whose anchor is gone are removed too", async () => {
    const dead = runName();
    await docker("volume", "create", "--label", `rematch.run=${dead}`, `rematch-${dead}`);
    const options = ["--label", `rematch.run=${dead}`, "--network", "none", "--volume", `rematch-${dead}:/data`];
    await docker("run", "--detach", ...options, "--entrypoint", "sleep", image, "3600");
    const { close } = await openRun();
    try {
      assert.deepEqual(await left(dead), []);
    } finally {
      await close();
      await removeRun(engine, dead);
    }
  });

  test("the anchor reads the host it stands on", async () => {
    const { anchor, close } = await openRun();
    try {
      const host = await readHost(anchor.probe, "amd64");
      assert.equal(String(host.cpus), await docker("info", "--format", "{{.NCPU}}"));
      assert.equal(host.kernel, await docker("info", "--format", "{{.KernelVersion}}"));
      assert.equal(String(host.memoryBytes), await docker("info", "--format", "{{.MemTotal}}"));
      assert.equal(host.cgroupVersion, await docker("info", "--format", "{{.CgroupVersion}}"));
      assert.equal(Object.keys(host.siblings).length, host.cpus);
      assert.match(host.bootId, /^[0-9a-f-]{36}$/);
    } finally {
      await close();
    }
  });
});
