import assert from "node:assert/strict";
import { test } from "node:test";
import { stability } from "../../scripts/stats/stability.ts";

test("172k, 174k and 275k are unstable: no figure is within 25 % of them all", () => {
  const { state, spread, limit } = stability([172_000, 174_000, 275_000]);
  assert.equal(state, "unstable");
  assert.equal(spread, 275 / 172);
  assert.equal(limit, 1.5625);
});

test("one process in another mode is enough among six", () => {
  assert.equal(stability([172, 173, 172, 174, 173, 275]).state, "unstable");
});

test("ordinary noise of a few per cent is stable", () => {
  const { state, logSd } = stability([172, 168, 181, 175, 160, 179]);
  assert.equal(state, "stable");
  assert.ok(logSd !== null && logSd > 0.03 && logSd < 0.06);
});

test("a claim's wider tolerance allows wider rounds", () => {
  assert.equal(stability([172, 174, 275], 0.3).state, "stable"); // 1.3² = 1.69 > 1.599
});

test("a slowdown that both arms share makes each unstable and leaves their ratio steady", () => {
  const a = [200, 198, 110, 201];
  const b = [100, 101, 56, 99];
  assert.equal(stability(a).state, "unstable");
  assert.equal(stability(a.map((value, i) => value / (b[i] as number))).state, "stable");
});

test("one round is neither stable nor unstable; 0 is refused", () => {
  assert.deepEqual([stability([5]).state, stability([5]).spread], ["unknown", null]);
  assert.throws(() => stability([1, 0]), RangeError);
  assert.throws(() => stability([1, 2], -0.1), RangeError);
});
