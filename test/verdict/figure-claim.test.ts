import assert from "node:assert/strict";
import { test } from "node:test";
import type { Relation } from "../../scripts/model/article.ts";
import type { ClaimResult } from "../../scripts/model/judgement.ts";
import type { Metric } from "../../scripts/model/metric.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, type SampleParts, series, steady, wobbling } from "./run-builder.ts";

const at = { route: "health", connections: 100 };

function judged(relation: Relation & { metric: Metric }, values: number[], parts?: SampleParts): ClaimResult {
  const run = makeRun({ claims: [claim({ id: "figure", relation, at })] });
  const [cell] = cellsOf(run, "figure");
  const [result] = judge(run, numbered(series(cell, relation.metric, values, parts))).claims;
  assert.ok(result);
  return result;
}

const rss = (value: number): Relation & { metric: Metric } => {
  return { kind: "absolute", metric: "rss", of: "native", value, unit: "MB" };
};

test("a size within 10 % of the figure as printed is reproduced", () => {
  // 2,556 kB of /proc are 2,617,344 bytes, 2.6 % above 2.55 MB.
  const result = judged(rss(2.55), steady(2_617_344));
  assert.equal(result.verdict, "reproduced");
  assert.ok(Math.abs((result.flipsAtTolerance ?? 0) - 0.0264094) < 1e-6);
  assert.match(result.reason, /^Measured 2\.62 MB \(2\.50 MiB\) \[2\.62, 2\.62\] MB, n = 6; published 2\.55 MB:/);
});

test("a bare MB is read in 2^20 bytes as well, and that reading is named", () => {
  // 78.5e6 is 11.5 % above 70.4 MB and 6.3 % above 70.4 MiB.
  const result = judged(rss(70.4), steady(78_500_000));
  assert.equal(result.verdict, "reproduced-under");
  assert.deepEqual(
    result.readings.map(({ id, outcome }) => [id, outcome]),
    [
      ["primary", "outside"],
      ["MiB", "reproduced"],
    ],
  );
  assert.match(result.reason, /Holds in 1 of 2 readings \(MiB; not: as stated\)/);
});

test("a size outside under both units is contradicted", () => {
  assert.equal(judged(rss(70.4), steady(47_000_000)).verdict, "contradicted");
});

test("an image is counted: one reading is enough", () => {
  const relation = { kind: "at-most", metric: "image-unpacked", of: "native", value: 25, unit: "MB" } as const;
  const result = judged(relation, [1_520_000], { phase: "once", round: 0 });
  assert.equal(result.verdict, "reproduced");
  assert.equal(result.measured?.rounds, 1);
  assert.match(result.reason, /^Measured 1\.52 MB \(1\.45 MiB\), n = 1; published at most 25 MB/);
});

test("a limit is met by the whole interval or not at all", () => {
  const under15 = { kind: "at-most", metric: "cold-start", of: "native", value: 15, unit: "ms" } as const;
  assert.equal(judged(under15, wobbling(10)).verdict, "reproduced");
  // [12.99, 16.18] crosses 15.
  assert.equal(judged(under15, wobbling(14.5)).verdict, "inconclusive");
  assert.equal(judged(under15, wobbling(30)).verdict, "contradicted");
  const seconds = { ...under15, value: 0.015, unit: "s" } as const;
  assert.equal(judged(seconds, wobbling(10)).verdict, "reproduced");
});

test("a rate that is only bounded below meets an at-least and never an at-most", () => {
  const flags = ["generator-bound"];
  const limit = { metric: "rps", of: "native", value: 10_000, unit: "1/s" } as const;
  assert.equal(judged({ kind: "at-least", ...limit }, wobbling(20_000), { flags }).verdict, "reproduced");
  const bounded = judged({ kind: "shown", ...limit }, wobbling(20_000), { flags }).measured;
  assert.deepEqual([bounded?.bound, bounded?.high], ["at-least", null]);
  assert.equal(judged({ kind: "at-most", ...limit }, wobbling(5_000), { flags }).verdict, "inconclusive");
  assert.equal(judged({ kind: "at-most", ...limit }, wobbling(20_000), { flags }).verdict, "contradicted");
});

test("a range keeps both ends", () => {
  const range = { kind: "range", metric: "rss", of: "node", low: 130, high: 170, unit: "MB" } as const;
  assert.equal(judged(range, wobbling(150e6)).verdict, "reproduced");
  assert.equal(judged(range, wobbling(300e6)).verdict, "contradicted");
});

test("a figure of one subject is shown with ours and not judged", () => {
  const result = judged({ kind: "shown", metric: "rps", of: "node", value: 9966, unit: "1/s" }, steady(34_000));
  assert.equal(result.verdict, "shown");
  assert.match(result.reason, /^Measured 34,000\/s .*; published 9,966\/s\. .*shown, not judged\.$/);
});

test("a unit that does not fit its metric is said, not judged", () => {
  const result = judged({ kind: "absolute", metric: "rps", of: "node", value: 1, unit: "MB" }, steady(3));
  assert.equal(result.verdict, "not-measured");
});

test("trials of a round are reduced by the claim's statistic", () => {
  const relation: Relation = { kind: "shown", metric: "cold-start", of: "native", value: 14, unit: "ms" };
  for (const [statistic, expected] of [
    ["mean", 20],
    ["median", 12],
  ] as const) {
    const run = makeRun({ claims: [claim({ id: "start", relation, statistic })] });
    const [cell] = cellsOf(run, "start");
    const records = [10, 12, 38].flatMap((value, nth) => series(cell, "cold-start", steady(value), { trial: nth + 1 }));
    const judgement = judge(run, numbered(records));
    assert.ok(Math.abs((judgement.claims[0]?.measured?.value ?? 0) - expected) < 1e-9);
    assert.deepEqual(
      judgement.summaries.map((summary) => summary.statistic),
      ["mean", "median"],
    );
  }
});
