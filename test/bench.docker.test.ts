import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { execa } from "execa";
import { runSchema } from "../scripts/model/run.ts";
import { readRecords } from "../scripts/records/reader.ts";
import { bench, ROOT, startBench } from "./support/bench.ts";
import { type Decoys, makeDecoys } from "./support/decoys.ts";
import { engine, helpers, withoutEngine } from "./support/engine.ts";
import { docker } from "./support/outside.ts";
import { openRun } from "./support/run.ts";

// The smallest part of the main job that puts real subjects into sandboxes.
const RUN = ["run", "scriptc-vs-node", "--claims", "rss-ratio"];

describe("the main job as a process", { skip: withoutEngine }, () => {
  let results = "";
  let decoys: Decoys;
  before(async () => {
    results = await mkdtemp(join(tmpdir(), "rematch-results-"));
    decoys = await makeDecoys((await helpers()).image);
  });
  after(async () => {
    await decoys.remove();
    await rm(results, { recursive: true, force: true });
  });

  /** Starts a run and resolves once the second visit of its rounds is at work. */
  async function started() {
    const child = startBench(RUN, { REMATCH_RESULTS: results });
    let told = "";
    await new Promise<void>((resolve, reject) => {
      child.stderr?.on("data", (piece) => {
        told += String(piece);
        if (/\[2\/2\] round 1 /.test(told)) resolve();
      });
      void child.then(() => reject(new Error(`the run ended before its second visit: ${told}`)));
    });
    // In an object, since a child can be awaited and an async function would wait for its end.
    return { child };
  }

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    test(`${signal} in the middle of a visit removes all containers and keeps what was measured: exit code 130`, async () => {
      await (await openRun()).close();
      const others = await decoys.seen();
      const { child } = await started();
      child.kill(signal);
      const { exitCode } = await child;
      assert.equal(exitCode, 130);
      assert.deepEqual(await engine.leftovers(), []);
      assert.deepEqual(await decoys.seen(), others);
      const [name = ""] = (await readdir(results))
        .filter((each) => !each.startsWith("."))
        .sort()
        .reverse();
      const run = runSchema.parse(JSON.parse(await readFile(join(results, name, "run.json"), "utf8")));
      assert.equal(run.status, "interrupted");
      const records = await readRecords(join(results, name, "records.jsonl"));
      assert.ok(records.some((record) => record.kind === "sample" && record.measure === "idle-memory"));
      assert.match(await readFile(join(results, name, "report.md"), "utf8"), /interrupted/i);
    });
  }

  /** What is true after every end of a run: nothing on the engine but what others put there. */
  async function nothingIsLeft(others: string[]) {
    assert.deepEqual(await engine.leftovers(), []);
    assert.deepEqual(await decoys.seen(), others);
  }
  const status = async () => {
    const names = (await readdir(results)).filter((each) => !each.startsWith(".")).sort();
    const file = join(results, names.at(-1) ?? "", "run.json");
    return runSchema.parse(JSON.parse(await readFile(file, "utf8"))).status;
  };

  test("one Ctrl-C that arrives twice, as under npm, is one: everything is removed", async () => {
    const others = await decoys.seen();
    const { child } = await started();
    child.kill("SIGINT");
    await sleep(50);
    child.kill("SIGINT");
    const { exitCode } = await child;
    assert.deepEqual([exitCode, await status()], [130, "interrupted"]);
    await nothingIsLeft(others);
  });

  test("a reader of stdout and stderr that goes away keeps no run from ending as it should", async () => {
    const others = await decoys.seen();
    const { child } = await started();
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.kill("SIGTERM");
    const { exitCode } = await child;
    assert.deepEqual([exitCode, await status()], [130, "interrupted"]);
    await nothingIsLeft(others);
  });

  test("a terminal that is closed ends the run, and nothing of it is left", async () => {
    const others = await decoys.seen();
    const command = [process.execPath, "--import", "tsx", join(ROOT, "scripts", "bench.ts"), ...RUN].join(" ");
    const shell = `echo "runner $$"; exec ${command}`;
    const terminal = execa("script", ["--quiet", "--return", "--command", shell, "/dev/null"], {
      ...{ cwd: ROOT, env: { REMATCH_RESULTS: results }, reject: false, stdin: "pipe" },
    });
    let told = "";
    await new Promise<void>((resolve, reject) => {
      terminal.stdout.on("data", (piece) => {
        told += String(piece);
        if (/\[2\/2\] round 1 /.test(told)) resolve();
      });
      void terminal.then(() => reject(new Error(`the run ended before its second visit: ${told}`)));
    });
    // Whoever holds the terminal goes, and with it the terminal.
    terminal.kill("SIGKILL");
    const runner = Number(/runner (\d+)/.exec(told)?.[1]);
    while (existsSync(`/proc/${runner}`)) await sleep(50);
    assert.equal(await status(), "interrupted");
    await nothingIsLeft(others);
  });

  test("a run whose hold on the engine is stopped by others ends as failed, says so and leaves nothing", async () => {
    const others = await decoys.seen();
    const { child } = await started();
    await docker("pause", "rematch-anchor");
    const second = await bench(RUN, { REMATCH_RESULTS: results });
    assert.deepEqual([second.exitCode, /is measuring on this engine/.test(second.stderr)], [3, true]);
    await docker("unpause", "rematch-anchor");
    await docker("stop", "--time", "0", "rematch-anchor");
    const { exitCode, stderr } = await child;
    assert.equal(exitCode, 3);
    assert.match(stderr, /lost its hold on the engine: its container rematch-anchor was stopped or removed/);
    assert.equal(await status(), "failed");
    await nothingIsLeft(others);
  });

  test("while a run measures a second one and clean refuse, and the first goes on", async () => {
    await (await openRun()).close();
    const { child } = await started();
    for (const args of [RUN, ["clean"]]) {
      const { exitCode, stderr } = await bench(args, { REMATCH_RESULTS: results });
      assert.equal(exitCode, 3);
      assert.match(stderr, /is measuring on this engine/);
    }
    assert.equal(child.exitCode, null);
    child.kill("SIGTERM");
    await child;
    const { exitCode, stdout } = await bench(["clean"]);
    assert.deepEqual([exitCode, stdout], [0, "nothing of Rematch was left on the engine"]);
  });
});
