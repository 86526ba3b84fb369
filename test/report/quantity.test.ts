import assert from "node:assert/strict";
import { test } from "node:test";
import {
  bytesText,
  grouped,
  measuredText,
  publishedText,
  quantityText,
  threeDigits,
} from "../../scripts/model/quantity.ts";

test("three significant digits, grouped, on every machine alike", () => {
  const shown = [0.7142, 2.5, 16.34, 999.6, 9966, 29_828, 1_234_567, 0.00001234, 0, -0.5].map(threeDigits);
  assert.deepEqual(shown, ["0.714", "2.50", "16.3", "1,000", "9,970", "29,800", "1,230,000", "1.23e-5", "0", "-0.500"]);
});

test("bytes carry both prefixes, so that no MB is ambiguous", () => {
  // 37,355,268 kB of /proc are 38,251,794,432 bytes: 35.62 GiB.
  assert.equal(bytesText(37_355_268 * 1024), "38.3 GB (35.6 GiB)");
  assert.equal(bytesText(571_000), "571 kB (558 KiB)");
  assert.equal(bytesText(0), "0 bytes");
  assert.equal(bytesText(999), "999 bytes");
});

test("units are printed as a reader expects them", () => {
  assert.deepEqual(
    [
      quantityText(0.953, "share"),
      quantityText(34_012, "1/s"),
      quantityText(3, "count"),
      quantityText(0.25, "count"),
      quantityText(25.61, "us"),
    ],
    ["95.3 %", "34,000/s", "3", "0.250", "25.6 µs"],
  );
  assert.equal(publishedText(29_828, "1/s"), "29,828/s");
  assert.equal(publishedText(232.16, "ms"), "232.16 ms");
  assert.equal(grouped(1234567), "1,234,567");
});

test("a measured value says how far it is bounded and how many rounds it rests on", () => {
  const measured = { value: 1.5, low: 1.34, high: null, bound: "at-least", rounds: 6, unit: "x" } as const;
  assert.equal(measuredText(measured), "at least 1.50x [1.34, …), n = 6");
  assert.equal(measuredText({ ...measured, low: null, bound: null, rounds: 1 }), "1.50x, n = 1");
});

test("an interval of another level than 95 % is told with it", () => {
  const measured = { value: 1.02, low: 0.985, high: 1.05, bound: null, rounds: 6, unit: "x" };
  const method = "two one-sided t tests on paired logs, 90 % interval";
  assert.equal(measuredText({ ...measured, method }), "1.02x [0.985, 1.05] (90 %), n = 6");
  assert.equal(measuredText({ ...measured, method: "paired t interval on logs" }), "1.02x [0.985, 1.05], n = 6");
});
