import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { InputError } from "../../scripts/model/errors.ts";
import { keyedHost } from "../../scripts/model/host-key.ts";
import type { Host } from "../../scripts/model/run.ts";
import { machineDirectory, readCalibration, saveCalibration } from "../../scripts/records/machine-directory.ts";
import { calibrationOf, HOST } from "../support/calibration.ts";

async function inFolder(use: (results: string) => Promise<void>) {
  const results = await mkdtemp(join(tmpdir(), "rematch-machine-"));
  try {
    await use(results);
  } finally {
    await rm(results, { recursive: true });
  }
}
const OBSERVED = [{ quantity: "cold-start.14ms", truth: 14.5, value: 14.61 }];

test("a machine is known again by processor, CPUs, kernel, cgroups and engine, not by its boot or memory", () => {
  const engine = "26.1.5";
  const { key } = keyedHost(HOST, engine);
  assert.match(key, /^[0-9a-f]{12}$/);
  const rebooted: Host = { ...HOST, bootId: "another", memoryBytes: 1, governor: "performance" };
  assert.equal(keyedHost(rebooted, engine).key, key);
  const others = [
    keyedHost({ ...HOST, kernel: "6.2" }, engine),
    keyedHost({ ...HOST, cpuModel: "Another" }, engine),
    keyedHost({ ...HOST, cpus: 4 }, engine),
    keyedHost({ ...HOST, cgroupVersion: "1" }, engine),
    keyedHost(HOST, "27.0.0"),
  ];
  assert.equal(new Set([key, ...others.map((machine) => machine.key)]).size, 6);
});

test("a calibration is read back as it was kept, the newest one alone, with its observations", () =>
  inFolder(async (results) => {
    const first = calibrationOf([]);
    const second = calibrationOf(OBSERVED);
    const directory = machineDirectory(results, first.machine.key);
    assert.equal(await readCalibration(directory), null);
    await saveCalibration(directory, first, []);
    await saveCalibration(directory, second, OBSERVED);
    assert.deepEqual(await readCalibration(directory), second);
    assert.deepEqual((await readdir(directory.path)).sort(), ["calibration.json", "observations.jsonl"]);
    assert.deepEqual(JSON.parse(await readFile(directory.observationsFile, "utf8")), OBSERVED[0]);
  }));

test("a calibration that was edited by hand is refused with its place and what helps", () =>
  inFolder(async (results) => {
    const calibration = calibrationOf(OBSERVED);
    const directory = machineDirectory(results, calibration.machine.key);
    await saveCalibration(directory, calibration, OBSERVED);
    const text = await readFile(directory.calibrationFile, "utf8");
    await writeFile(directory.calibrationFile, text.replace('"n": 1', '"n": "1"'));
    await assert.rejects(readCalibration(directory), (error) => {
      assert.ok(error instanceof InputError);
      assert.match(error.message, /calibration\.json:\d+:\d+/);
      assert.match(error.message, /calibrate again with bench calibrate/);
      return true;
    });
    await writeFile(directory.calibrationFile, "{");
    await assert.rejects(readCalibration(directory), /calibration\.json:1:2/);
  }));
