import assert from "node:assert/strict";
import { test } from "node:test";
import { type AbsoluteEvidence, outcomeOfAbsolute, outcomesByUnit } from "../../scripts/verdict/outcome-absolute.ts";
import { readingsOfUnit } from "../../scripts/verdict/outcome-units.ts";

const evidence = (low: number, high: number, more: Partial<AbsoluteEvidence> = {}): AbsoluteEvidence => ({
  published: 110,
  tolerance: 0.1,
  interval: { low, high },
  rounds: 6,
  forbids: [],
  counted: false,
  ...more,
});

test("110 at 10 % is reproduced from 100 to 121, outside where nothing is shared, else inconclusive", () => {
  assert.equal(outcomeOfAbsolute(evidence(101, 120)).outcome, "reproduced");
  assert.equal(outcomeOfAbsolute(evidence(122, 130)).outcome, "outside");
  assert.equal(outcomeOfAbsolute(evidence(90, 99)).outcome, "outside");
  assert.equal(outcomeOfAbsolute(evidence(90, 101)).outcome, "inconclusive");
  assert.equal(outcomeOfAbsolute(evidence(120, 130)).outcome, "inconclusive");
  assert.equal(outcomeOfAbsolute(evidence(90, 130)).outcome, "inconclusive");
});

test("the side on which it is outside is said", () => {
  assert.equal(outcomeOfAbsolute(evidence(122, 130)).reason.code, "interval-above-band");
  assert.equal(outcomeOfAbsolute(evidence(90, 99)).reason.code, "interval-below-band");
});

test("a sampled figure needs six rounds, a counted one a single reading; flags forbid both", () => {
  assert.equal(outcomeOfAbsolute(evidence(110, 110, { rounds: 5 })).outcome, "inconclusive");
  assert.equal(outcomeOfAbsolute(evidence(110, 110, { rounds: 1, counted: true })).outcome, "reproduced");
  assert.equal(outcomeOfAbsolute(evidence(110, 110, { rounds: 0, counted: true })).outcome, "inconclusive");
  assert.equal(
    outcomeOfAbsolute(evidence(110, 110, { counted: true, forbids: ["contract-failed"] })).outcome,
    "inconclusive",
  );
  assert.equal(outcomeOfAbsolute(evidence(1, 1, { interval: null })).outcome, "inconclusive");
});

test("the flip tolerance is the larger of the two distances, as factors", () => {
  // 110/88 = 1.25 and 121/110 = 1.1
  assert.ok(Math.abs((outcomeOfAbsolute(evidence(88, 121)).flipsAtTolerance ?? 0) - 0.25) < 1e-12);
  assert.ok(Math.abs((outcomeOfAbsolute(evidence(110, 132)).flipsAtTolerance ?? 0) - 0.2) < 1e-12);
  assert.equal(outcomeOfAbsolute(evidence(110, 110)).flipsAtTolerance, null);
  // An arithmetic interval may reach below 0; no factor brings the band there.
  assert.equal(outcomeOfAbsolute(evidence(-1, 120)).flipsAtTolerance, null);
});

test("a bare MB is judged as 10^6 and as 2^20 bytes, each with its own outcome", () => {
  // 62 MB: 62,000,000 → up to 68,200,000; 62 MiB: 65,011,712 → 59,101,556 to 71,512,883.
  const counted = { published: 62, counted: true, rounds: 1 };
  const [si, iec] = outcomesByUnit(evidence(70e6, 70e6, counted), "MB");
  assert.deepEqual([si?.unit, si?.bytes, si?.outcome], ["MB", 62_000_000, "outside"]);
  assert.deepEqual([iec?.unit, iec?.bytes, iec?.outcome], ["MiB", 65_011_712, "reproduced"]);
});

test("a unit that says what it is has one reading", () => {
  assert.deepEqual(readingsOfUnit(62, "MiB"), [{ unit: "MiB", bytes: 65_011_712 }]);
  assert.deepEqual(readingsOfUnit(5, "bytes"), [{ unit: "bytes", bytes: 5 }]);
  assert.deepEqual(readingsOfUnit(1, "GB"), [
    { unit: "GB", bytes: 1_000_000_000 },
    { unit: "GiB", bytes: 1_073_741_824 },
  ]);
  assert.deepEqual(readingsOfUnit(1, "kB"), [
    { unit: "kB", bytes: 1_000 },
    { unit: "KiB", bytes: 1_024 },
  ]);
});

test("figures and tolerances that cannot be are refused", () => {
  assert.throws(() => outcomeOfAbsolute(evidence(1, 2, { published: 0 })), RangeError);
  assert.throws(() => outcomeOfAbsolute(evidence(1, 2, { tolerance: Number.NaN })), RangeError);
  assert.throws(() => outcomeOfAbsolute(evidence(2, 1)), RangeError);
});
