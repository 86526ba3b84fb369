import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { quantitiesOf } from "../../../scripts/calibration/quantities.ts";
import { calibrate, type Part, partsOf } from "../../../scripts/measure/calibration/calibrate.ts";
import { Interrupted } from "../../../scripts/measure/campaign.ts";
import type { Observation } from "../../../scripts/model/calibration.ts";
import { engine, fixtureImage, withoutEngine } from "../../support/engine.ts";
import { openRun, type TestRun } from "../../support/run.ts";

const PARTS = partsOf(["oha", "wrk"]);
/** The first part whose name begins so. */
const part = (what: string): Part => PARTS.find((each) => each.what.startsWith(what)) ?? assert.fail(what);

describe("calibration", { skip: withoutEngine }, () => {
  let run: TestRun;
  let image: string;
  before(async () => {
    run = await openRun();
    image = await fixtureImage();
  });
  after(() => run.close());

  const observe = async (parts: Part[], signal = new AbortController().signal, onStep = (_: string) => {}) => {
    const progress = {
      ...{ phase: () => {}, note: () => {}, end: () => {} },
      step: ({ what }: { what: string }) => onStep(what),
    };
    const observations = await calibrate({ kit: run.kit, image, progress, signal }, parts);
    return { observations, rows: quantitiesOf(observations).filter(({ n }) => n > 0) };
  };

  test("memory is exact: pages touched count, a file that was read and reserved addresses do not", async () => {
    const { rows } = await observe([part("memory")]);
    assert.equal(rows.length, 16);
    for (const { quantity, truth, median, ok } of rows) assert.ok(ok, `${quantity}: ${median} where ${truth} is true`);
  });

  test("successes, errors, requests in flight and bytes are those that the server counted", async () => {
    const both = [part("counts by oha"), part("counts by wrk")];
    let observations: Observation[] = [];
    // What is counted is exact on a busy machine too, but there a quiet moment has to be waited for.
    for (let tries = 0; tries < 4 && new Set(observations.map(({ quantity }) => quantity)).size < 6; tries++) {
      observations = [...observations, ...(await observe(both)).observations];
    }
    const rows = quantitiesOf(observations).filter(({ n }) => n > 0);
    const names = rows.map(({ quantity }) => quantity).sort();
    const wanted = ["bytes-per-response", "errors.oha", "errors.wrk", "in-flight.oha", "requests.oha", "requests.wrk"];
    assert.deepEqual(names, wanted);
    for (const { quantity, truth, median, ok } of rows) assert.ok(ok, `${quantity}: ${median} where ${truth} is true`);
    const truth = (name: string) => rows.find(({ quantity }) => quantity === name)?.truth;
    assert.equal(truth("errors.oha"), 20);
    assert.equal(truth("in-flight.oha"), 50);
  });

  test("every start is compared with the stamps of that very start", async () => {
    const { observations } = await observe([part("starts of a program that listens after 14 ms")]);
    for (const { quantity, truth, value } of observations) {
      if (quantity === "cold-start-cpu.14ms") continue;
      assert.ok(truth >= 14 && value > truth, `${quantity}: ${value} ms measured, ${truth} ms true`);
    }
  });

  test("it stops between parts when told to, and leaves no sandbox", async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const parts = [part("memory"), part("memory"), part("memory")];
    const stopped = observe(parts, stop.signal, (what) => {
      seen.push(what);
      if (seen.length === 2) stop.abort();
    });
    await assert.rejects(stopped, Interrupted);
    assert.equal(seen.length, 2);
    assert.deepEqual((await engine.leftovers(run.kit.run)).map(({ kind }) => kind).sort(), ["container", "volume"]);
  });

  test("every quantity is observed by some part, with either tool", () => {
    const what = PARTS.map((each) => each.what);
    for (const name of ["memory", "starts", "CPU per request", "rate by oha", "rate by wrk", "counts", "latencies"]) {
      assert.ok(
        what.some((each) => each.startsWith(name)),
        name,
      );
    }
    assert.ok(partsOf(["wrk"]).every((each) => !each.what.includes("oha") && each.what !== "latencies"));
  });
});
