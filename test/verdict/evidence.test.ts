import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, sample, series, steady } from "./run-builder.ts";

const start = claim({
  id: "start",
  relation: { kind: "shown", metric: "cold-start", of: "native", value: 1, unit: "ms" },
});
const run = makeRun({ claims: [start] });
const [cell] = cellsOf(run, "start");
assert.ok(cell);

test("a value of a round is told with the records it rests on, and what was tried beside", () => {
  const trial = (round: number, nth: number, value: number, lost: string | null = null) =>
    sample(cell, { round, trial: nth, values: { "cold-start": value }, void: lost });
  const records = numbered([
    trial(1, 1, 10),
    trial(1, 2, 99, "steal"),
    trial(1, 2, 14),
    trial(2, 1, 99, "steal"),
    trial(2, 2, 30),
    trial(3, 1, 99, "steal"),
  ]);
  const { evidence, summaries } = judge(run, records);
  assert.deepEqual(evidence, [
    {
      arm: "native-1/service",
      measure: "cold-start",
      phase: "rounds",
      tried: 6,
      void: 3,
      rounds: [
        { round: 1, records: [1, 3], values: { "cold-start": 12 } },
        { round: 2, records: [5], values: { "cold-start": 30 } },
      ],
      more: 0,
    },
  ]);
  assert.deepEqual(
    summaries.map(({ samples }) => samples),
    [
      { used: 3, tried: 6, void: 3 },
      { used: 3, tried: 6, void: 3 },
    ],
  );
});

test("samples that lack a value are tried, not used", () => {
  const rates = series(cell, "cold-start", steady(10));
  const lacking = series(cell, "cold-start-cpu", steady(5, 4));
  const { summaries, evidence } = judge(run, numbered([...rates, ...lacking]));
  const counts = Object.fromEntries(summaries.map(({ metric, samples }) => [metric, samples]));
  // The last try of a round counts: the first four rounds were taken again, without a cold start.
  assert.deepEqual(counts["cold-start"], { used: 2, tried: 10, void: 0 });
  assert.deepEqual(counts["cold-start-cpu"], { used: 4, tried: 10, void: 0 });
  assert.deepEqual(evidence[0]?.rounds[0], { round: 1, records: [7], values: { "cold-start-cpu": 5 } });
});

test("of more rounds than a reader looks at the number is told", () => {
  const { evidence } = judge(run, numbered(series(cell, "cold-start", steady(10, 130))));
  assert.equal(evidence[0]?.rounds.length, 100);
  assert.equal(evidence[0]?.more, 30);
});
