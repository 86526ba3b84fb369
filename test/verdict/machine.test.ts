import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewRecord } from "../../scripts/model/record.ts";
import type { Run } from "../../scripts/model/run.ts";
import { makeReport } from "../../scripts/report/report.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, sample, series } from "./run-builder.ts";

const CLAIM = claim({
  id: "faster",
  relation: { kind: "ratio", metric: "rps", of: "native", to: "node", value: 2 },
  at: { route: "health", connections: 100 },
});
const runOf = (sharing: Run["sharing"] = null) => makeRun({ claims: [CLAIM], change: (run) => ({ ...run, sharing }) });

/** Rates of both arms in six rounds, in the order in which a run takes them: even rounds backwards. */
function ratesOf(run: Run, native: number[], node: number[]): NewRecord[] {
  const [fast, slow] = cellsOf(run, "faster");
  assert.ok(fast && slow);
  return native.flatMap((value, nth) => {
    const pair = [
      sample(fast, { round: nth + 1, values: { rps: value } }),
      sample(slow, { round: nth + 1, values: { rps: node[nth] ?? 0 } }),
    ];
    return nth % 2 === 0 ? pair : pair.reverse();
  });
}

test("a machine that slows down through the rounds is told to have drifted, and the paired ratio stands", () => {
  const run = runOf();
  // Each round 4 % slower than the one before, for both; the first load is the last as well.
  const fading = [0, 1, 2, 3, 4, 5].map((round) => 0.96 ** round);
  const wobble = [1.001, 0.999, 1, 1.001, 0.999, 1];
  const records = numbered(
    ratesOf(
      run,
      fading.map((factor, nth) => 2000 * factor * (wobble[nth] ?? 1)),
      fading.map((factor) => 1000 * factor),
    ),
  );
  const judgement = judge(run, records);
  const { drift } = judgement;
  assert.ok(drift);
  assert.equal(drift.drifted, true);
  assert.ok(Math.abs(drift.change - (0.96 ** 5 - 1)) < 0.005, String(drift.change));
  assert.equal(drift.again?.cell, cellsOf(run, "faster")[0]?.id);
  assert.ok(Math.abs((drift.again?.ratio ?? 0) - 0.96 ** 5 / 1.001) < 1e-9);
  assert.equal(judgement.claims[0]?.verdict, "reproduced");
  const flags = makeReport(run, records, judgement).flags;
  assert.deepEqual(
    flags.filter(({ flag }) => flag === "drifted").map(({ where }) => where),
    [["all loads"]],
  );
});

test("rates that scatter without a direction are no drift, nor is a trend of 2 %", () => {
  const run = runOf();
  const scattered = [1, 1.08, 0.95, 1.05, 0.97, 1.01];
  for (const factors of [scattered, [0, 1, 2, 3, 4, 5].map((round) => 0.996 ** round)]) {
    const records = numbered(
      ratesOf(
        run,
        factors.map((factor) => 2000 * factor),
        factors.map((factor) => 1000 * factor),
      ),
    );
    assert.equal(judge(run, records).drift?.drifted, false);
  }
});

test("two rounds say nothing of drift", () => {
  const run = runOf();
  assert.equal(judge(run, numbered(ratesOf(run, [2000, 1000], [1000, 500]))).drift, null);
});

const flagged = (sharing: Run["sharing"]): [string[], string[]] => {
  const run = runOf(sharing);
  const memory = makeRun({
    claims: [claim({ id: "small", relation: { kind: "ratio", metric: "rss", of: "node", to: "native", value: 2 } })],
  });
  const [node, native] = cellsOf(memory, "small");
  const rates = numbered(ratesOf(run, [2000, 2010, 1990, 2000, 2005, 1995], [1000, 1000, 1000, 1001, 999, 1000]));
  const sizes = numbered([
    ...series(node, "rss", [20, 20, 20, 20, 20, 20]),
    ...series(native, "rss", [10, 10, 10, 10, 10, 10]),
  ]);
  return [
    judge(run, rates).claims[0]?.flags ?? ["none judged"],
    judge({ ...memory, sharing }, sizes).claims[0]?.flags ?? ["none judged"],
  ];
};

test("where the generator's CPU slows the subject's, every claim on rates is flagged, and no other", () => {
  const flag = (slowdown: number) => flagged({ aloneNs: 1e6, besideNs: 1e6 * (1 + slowdown), slowdown });
  assert.deepEqual(flag(0.4), [["shared-core"], []]);
  assert.deepEqual(flag(0.09), [[], []]);
  assert.deepEqual(flagged(null), [[], []]);
});
