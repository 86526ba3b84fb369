import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { bench, startBench } from "../support/bench.ts";
import { engine, withoutEngine } from "../support/engine.ts";
import { openRun } from "../support/run.ts";

describe("bench calibrate as a process", { skip: withoutEngine }, () => {
  let results = "";
  before(async () => {
    results = await mkdtemp(join(tmpdir(), "rematch-results-"));
  });
  after(() => rm(results, { recursive: true, force: true }));

  test("interrupted, it removes all containers, keeps nothing and ends with code 130", async () => {
    await (await openRun()).close();
    const child = startBench(["calibrate"], { REMATCH_RESULTS: results });
    let told = "";
    child.stderr?.on("data", (piece) => {
      told += String(piece);
      if (/^\[2\/\d+\] /m.test(told.slice(told.indexOf("== calibration")))) child.kill("SIGINT");
    });
    const { exitCode, stdout } = await child;
    assert.equal(exitCode, 130, told);
    assert.equal(stdout, "");
    assert.deepEqual(await engine.leftovers(), []);
    assert.ok(!existsSync(join(results, ".hosts")));
  });

  test("while another run measures it refuses and leaves that one alone", async () => {
    const other = await openRun();
    try {
      const { exitCode, stderr } = await bench(["calibrate"], { REMATCH_RESULTS: results });
      assert.equal(exitCode, 3);
      assert.match(stderr, new RegExp(`run ${other.kit.run} is measuring on this engine`));
      assert.equal((await engine.leftovers(other.kit.run)).length, 2);
    } finally {
      await other.close();
    }
  });
});
