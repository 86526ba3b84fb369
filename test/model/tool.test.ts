import assert from "node:assert/strict";
import { test } from "node:test";
import { secondsBy, warmupText } from "../../scripts/model/tool.ts";

test("a tool that cannot load for a time loads longer, never shorter", () => {
  assert.deepEqual([secondsBy("oha", 0.5), secondsBy("oha", 2.5)], [0.5, 2.5]);
  assert.deepEqual([secondsBy("wrk", 0.5), secondsBy("wrk", 2.5), secondsBy("wrk", 2)], [1, 3, 2]);
  assert.deepEqual([secondsBy("bombardier", 0.5), secondsBy("bombardier", 2.5)], [1, 2.5]);
});

test("a warm-up is told as it was, also of tools that cannot be so short", () => {
  assert.equal(warmupText(0.5, ["oha"]), "0.5 s");
  assert.equal(warmupText(0.5, ["bombardier", "oha", "wrk"]), "0.5 s (wrk: 1 s, bombardier: 1 s)");
  assert.equal(warmupText(1, ["bombardier", "wrk", "strace"]), "1 s");
});
