import assert from "node:assert/strict";
import { test } from "node:test";
import { forTerminal, type Step } from "../../scripts/model/progress.ts";

test("nothing that a subject or an article says is obeyed by the terminal that shows the progress", () => {
  const hostile = "a\u001b[2J\u202eb\nc";
  const seen: unknown[] = [];
  const progress = forTerminal({
    phase: (name) => seen.push(name),
    step: (step) => seen.push(step),
    note: (text) => seen.push(text),
    end: () => seen.push("end"),
  });
  const step: Step = { what: hostile, next: [hostile], done: 1, total: 2, left: null };
  progress.phase(hostile);
  progress.step(step);
  progress.note(hostile);
  progress.end();
  const line = "a\\u001b[2J\\u202eb c";
  // A note may have several lines; whatever is drawn over again must be one.
  assert.deepEqual(seen, [line, { ...step, what: line, next: [line] }, "a\\u001b[2J\\u202eb\nc", "end"]);
});
