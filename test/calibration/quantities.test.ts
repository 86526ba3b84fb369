import assert from "node:assert/strict";
import { test } from "node:test";
import { quantitiesOf } from "../../scripts/calibration/quantities.ts";
import { QUANTITIES } from "../../scripts/model/calibration.ts";

const one = (quantity: string, pairs: [truth: number, value: number][]) =>
  quantitiesOf(pairs.map(([truth, value]) => ({ quantity, truth, value }))).find((row) => row.quantity === quantity) ??
  assert.fail();

test("bias is the median error and spread its interquartile range, whatever the truths were", () => {
  const row = one("cold-start.14ms", [
    [14, 14.1],
    [15, 15.2],
    [14.5, 14.8],
    [20, 20.3],
    [14, 14.7],
  ]);
  const { truth, median, bias, iqr, n, ok, unit } = row;
  assert.equal(truth, 14.5);
  assert.equal(median, 14.8);
  // Errors 0.1, 0.2, 0.3, 0.3, 0.7: median 0.3, quartiles 0.2 and 0.3.
  assert.ok(Math.abs((bias ?? 0) - 0.3) < 1e-9 && Math.abs((iqr ?? 0) - 0.1) < 1e-9, `${bias} ${iqr}`);
  assert.deepEqual([n, unit], [5, "ms"]);
  assert.equal(ok, (bias ?? 1) <= 0.3);
});

test("a goal is missed by bias either way, or by spread alone", () => {
  const even = (error: number): [number, number][] => [
    [14, 14 + error],
    [14, 14 + error],
    [14, 14 + error],
  ];
  assert.equal(one("cold-start.14ms", even(0.25)).ok, true);
  assert.equal(one("cold-start.14ms", even(0.4)).ok, false);
  assert.equal(one("cold-start.14ms", even(-0.4)).ok, false);
  const spread: [number, number][] = [0, 0, 0.2, 0.8, 1].map((error) => [14, 14 + error]);
  assert.equal(one("cold-start.14ms", spread).ok, false);
});

test("a goal that is a share holds for the truth there was", () => {
  assert.equal(one("rps.wrk", [[10_000, 10_290]]).ok, true);
  assert.equal(one("rps.wrk", [[10_000, 9_690]]).ok, false);
  assert.equal(one("rps.wrk", [[1_000, 1_040]]).ok, false);
});

test("what has to be exact is missed by one byte, and by one odd reading among equal ones", () => {
  const touched = 64 * 1024 * 1024;
  const pages = (...extra: number[]) =>
    one(
      "rss.touched",
      extra.map((more) => [touched, touched + more]),
    );
  assert.equal(pages(0, 0, 0).ok, true);
  assert.equal(pages(4096, 4096, 4096).ok, false);
  assert.equal(pages(0, 0, 0, 0, 0, 4096).ok, false);
});

test("what was not observed is missing and keeps no goal", () => {
  const rows = quantitiesOf([]);
  assert.equal(rows.length, Object.keys(QUANTITIES).length);
  for (const { truth, median, bias, iqr, n, ok } of rows) {
    assert.deepEqual(
      { truth, median, bias, iqr, n, ok },
      { truth: null, median: null, bias: null, iqr: null, n: 0, ok: false },
    );
  }
});

test("an observation of nothing known is refused", () => {
  assert.throws(() => quantitiesOf([{ quantity: "cold-start.3ms", truth: 3, value: 3 }]), /cold-start\.3ms/);
});
