import assert from "node:assert/strict";
import { test } from "node:test";
import type { Step } from "../scripts/model/progress.ts";
import { makeProgress } from "../scripts/progress.ts";

const CLEAR = (lines: number) => `\u001b[${lines}A\u001b[0J`;
const step = (what: string, done: number, next: string[] = [], left: number | null = null): Step => ({
  what,
  next,
  done,
  total: 12,
  left,
});

function recorded(isTTY: boolean, columns?: number) {
  const writes: string[] = [];
  const progress = makeProgress({ write: (text: string) => writes.push(text), isTTY, columns });
  return { progress, writes, text: () => writes.join("") };
}

test("where no terminal listens, every step is a line and nothing is drawn over", () => {
  const { progress, text } = recorded(false);
  progress.phase("rounds");
  progress.step(step("round 1 cold-start", 0, ["round 1 idle-memory"], 42));
  progress.note("scriptc/service did not start: not ready within 20 s");
  progress.step(step("round 1 idle-memory", 1));
  progress.end();
  assert.equal(
    text(),
    [
      "== rounds",
      "[1/12] round 1 cold-start, about 45 s left",
      "scriptc/service did not start: not ready within 20 s",
      "[2/12] round 1 idle-memory",
      "",
    ].join("\n"),
  );
});

test("time left is told in steps of five seconds, from a minute and a half on in minutes", () => {
  const { progress, writes } = recorded(false);
  for (const left of [0, 1, 89, 90, 121, 600]) progress.step(step("x", 0, [], left));
  assert.deepEqual(
    writes.map((line) => /about (.+) left/.exec(line)?.[1]),
    ["0 s", "5 s", "90 s", "2 min", "3 min", "10 min"],
  );
});

test("a terminal shows what is measured and the next three, drawn over at the next step", () => {
  const { progress, writes } = recorded(true);
  progress.step(step("a", 0, ["b", "c", "d", "e"]));
  assert.deepEqual(writes, ["> [1/12] a\n  then b\n  then c\n  then d\n"]);
  progress.step(step("b", 1, ["c"]));
  assert.deepEqual(writes.slice(1), [CLEAR(4), "> [2/12] b\n  then c\n"]);
});

test("phases and notes stay above what is drawn over", () => {
  const { progress, writes } = recorded(true);
  progress.step(step("a", 0, ["b"]));
  progress.note("kept");
  progress.phase("traced runs");
  progress.step(step("b", 1));
  assert.deepEqual(writes.slice(1), [CLEAR(2), "kept\n", "== traced runs\n", "> [2/12] b\n"]);
});

test("the end clears what was drawn, once", () => {
  const { progress, writes } = recorded(true);
  progress.step(step("a", 0, ["b"]));
  progress.end();
  progress.end();
  assert.deepEqual(writes.slice(1), [CLEAR(2)]);
});

test("long names are cut to the width, so that a line drawn over is one line", () => {
  const { progress, writes } = recorded(true, 40);
  progress.step(step("n".repeat(100), 0, ["m".repeat(100)]));
  const lines = (writes[0] ?? "").trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => line.length),
    [39, 39],
  );
});

test("a terminal that says it has no columns gets 80", () => {
  const { progress, writes } = recorded(true, 0);
  progress.step(step("n".repeat(100), 0));
  assert.equal((writes[0] ?? "").trimEnd().length, 79);
});

test("between two steps nothing is written, however long a window takes", async () => {
  for (const isTTY of [true, false]) {
    const { progress, writes } = recorded(isTTY);
    progress.step(step("a", 0, ["b"], 10));
    const before = writes.length;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    assert.equal(writes.length, before);
  }
});
