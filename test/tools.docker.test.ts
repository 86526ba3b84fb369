import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { livingRun } from "../scripts/measure/anchor.ts";
import { toolComparisonSchema } from "../scripts/model/tool-comparison.ts";
import { startBench } from "./support/bench.ts";
import { engine, withoutEngine } from "./support/engine.ts";

/** Whether the subject of that process runs while its anchor does: then no other run may start. */
async function livesSoon(pid: number): Promise<boolean> {
  const run = `tools-${pid}`;
  for (let tries = 0; tries < 3000; tries++) {
    const own = await engine.leftovers(run);
    // Anchor, pause, subject and probe: what a sandbox has beside the hold on the engine.
    const alive = own.filter(({ kind, running }) => kind === "container" && running);
    if (alive.length >= 4 || (alive.length === 3 && !alive.some(({ anchor }) => anchor))) {
      return (await livingRun(engine)) === run;
    }
    await sleep(100);
  }
  return false;
}

test("bench tools asks one server by every tool, keeps their raw outputs, and leaves nothing on the engine", {
  skip: withoutEngine,
}, async () => {
  const results = mkdtempSync(join(tmpdir(), "rematch-tools-"));
  try {
    const asked = ["tools", "--rounds", "1", "--seconds", "1", "--connections", "10", "--json"];
    const running = startBench(asked, { REMATCH_RESULTS: results });
    const held = await livesSoon(running.pid ?? 0);
    const { exitCode, stdout, stderr } = await running;
    assert.ok(held, "it holds the engine while it measures");
    assert.equal(exitCode, 0, stderr);
    const { tools, lacking } = toolComparisonSchema.parse(JSON.parse(stdout));
    assert.deepEqual(lacking, []);
    assert.deepEqual(tools.map(({ tool }) => tool).sort(), ["bombardier", "oha", "wrk"]);
    for (const { tool, version, windows, rps } of tools) {
      assert.match(version, /^\d+\.\d+/, tool);
      assert.ok(windows.length > 0 && windows.every(({ log }) => existsSync(log)), tool);
      // On a machine that stays busy a window does not count, and then has no rate.
      assert.equal(
        rps.median === null,
        windows.every((window) => window.void !== null),
        tool,
      );
    }
    const left = await engine.leftovers();
    assert.deepEqual(
      left.filter(({ run }) => run.startsWith("tools-")),
      [],
    );
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
});
