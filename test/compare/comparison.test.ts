import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { comparisonText } from "../../scripts/compare/compare-text.ts";
import { compareRuns } from "../../scripts/compare/comparison.ts";
import { parseFloor } from "../../scripts/compare/floor.ts";
import { comparisonJsonSchema, comparisonSchema, type Figure } from "../../scripts/compare/schema.ts";
import type { Metric } from "../../scripts/model/metric.ts";
import { steady } from "../verdict/run-builder.ts";
import { judgedRun, type Parts, RPS, RSS } from "./run-pair.ts";

const compared = (a: Parts, b: Parts, floor = 0.1) => compareRuns(judgedRun(a), judgedRun(b), floor);

function figure(comparison: ReturnType<typeof compared>, metric: Metric, target = "native-1"): Figure {
  const found = comparison.figures.find((one) => one.metric === metric && one.arm === `${target}/service`);
  if (!found) throw new Error(`no ${metric} of ${target}`);
  return found;
}

// Six rounds each; SciPy's Welch test of their logs is in test/stats/unpaired-ratio.test.ts.
const [LOWER, HIGHER] = [
  [100, 102, 99, 104, 98, 101],
  [120, 118, 125, 131, 119, 122],
];
const near = (found: number | null, expected: number) =>
  assert.ok(Math.abs((found ?? Number.NaN) / expected - 1) < 1e-8, `${found} is not ${expected}`);

test("a figure is told as B ÷ A with Welch's interval over the rounds of both", () => {
  const { ratio, low, high, df, a, b } = figure(compared({ rss: LOWER }, { rss: HIGHER }), "rss", "node-22");
  near(ratio, 1.2163424576552806);
  near(low, 1.1662371836987755);
  near(high, 1.268600414199297);
  near(df, 7.764332357934967);
  assert.deepEqual([a.rounds, b.rounds], [6, 6]);
});

test("worse and better follow what the metric is: more memory is worse, more requests are better", () => {
  assert.equal(figure(compared({ rss: LOWER }, { rss: HIGHER }), "rss", "node-22").change, "regression");
  assert.equal(figure(compared({ rss: HIGHER }, { rss: LOWER }), "rss", "node-22").change, "improvement");
  assert.equal(figure(compared({ rps: LOWER }, { rps: HIGHER }), "rps").change, "improvement");
  assert.equal(figure(compared({ rps: HIGHER }, { rps: LOWER }), "rps").change, "regression");
});

test("p is that of the change beyond the floor, times the figures judged (Holm)", () => {
  const comparison = compared({ rss: LOWER }, { rss: HIGHER });
  const tested = comparison.figures.filter(({ p }) => p !== null);
  assert.equal(tested.length, 4);
  // One-sided against 1.1, by SciPy.
  near(figure(comparison, "rss", "node-22").p, 4 * 0.00030358994369181414);
});

test("a change that is sure but smaller than the floor, or larger but unsure, is no regression", () => {
  const small = figure(compared({ rss: steady(100) }, { rss: [105, 105, 105, 105, 105, 106] }), "rss", "node-22");
  assert.deepEqual([small.change, (small.low ?? 0) > 1], ["within", true]);
  assert.equal(
    figure(compared({ rss: steady(100) }, { rss: [105, 105, 105, 105, 105, 106] }, 0.01), "rss", "node-22").change,
    "regression",
  );
  const unsure = figure(compared({ rss: LOWER }, { rss: [95, 140, 100, 135, 98, 130] }), "rss", "node-22");
  assert.deepEqual([unsure.change, (unsure.ratio ?? 0) > 1.1], ["within", true]);
});

test("what cannot be judged says why, and is no regression however large", () => {
  const of = (a: Parts, b: Parts, metric: Metric, target?: string) => {
    const { change, because } = figure(compared(a, b), metric, target);
    return [change, because];
  };
  assert.deepEqual(of({ rps: steady(100, 5) }, { rps: steady(50) }, "rps"), ["not-judged", "too-few-rounds in A"]);
  assert.deepEqual(of({}, { rps: [1, 2, 1, 2, 1, 2] }, "rps"), ["not-judged", "unstable in B"]);
  const flagged = { rps: steady(50), flags: ["errors", "generator-bound", "littles-law"] };
  assert.deepEqual(of({}, flagged, "rps"), ["not-judged", "errors in B, generator-bound in B"]);
  const unguarded = { rps: steady(50), flags: ["unguarded"] };
  assert.deepEqual(of({}, unguarded, "rps"), ["not-judged", "unguarded in B"]);
  assert.deepEqual(of({}, {}, "requests"), ["not-judged", "says nothing of the subject"]);
  assert.deepEqual(of({}, {}, "build-time"), ["not-judged", "one reading has no interval"]);
  assert.deepEqual(of({}, {}, "in-flight", "node-22"), ["not-judged", "a value of 0 has no ratio"]);
  assert.equal(figure(compared({}, {}), "in-flight", "node-22").ratio, null);
});

test("counted sizes are exact: no interval, the floor alone decides, and another compressor's size is none", () => {
  const of = (a: number, b: number) => figure(compared({ unpacked: a }, { unpacked: b }), "image-unpacked");
  assert.deepEqual(
    [of(100, 111).change, of(100, 110).change, of(111, 100).change],
    ["regression", "within", "improvement"],
  );
  assert.deepEqual([of(100, 111).low, of(100, 111).p], [null, null]);
  const other = compared({}, { compressor: "zstd" });
  assert.equal(figure(other, "image-compressed").because, "made by another compressor");
  assert.deepEqual(
    other.differences.map(({ what, a, b, forbids }) => [what, a, b, forbids]),
    [["compressor", "gzip -6", "zstd", false]],
  );
});

test("verdicts that changed are told, of claims asked for in both runs alone", () => {
  const before = { rps: RPS };
  const after = { rps: steady(5000) };
  const { verdicts, claims } = compared(before, after);
  assert.deepEqual([verdicts.map(({ id, a, b }) => [id, a, b]), claims], [[["rps", "reproduced", "contradicted"]], 2]);
  const chosen = compared(before, { ...after, change: (run) => ({ ...run, plan: { ...run.plan, claims: ["rss"] } }) });
  assert.deepEqual([chosen.verdicts, chosen.claims], [[], 1]);
});

test("cells that one run alone measured are named, and none is guessed for the other", () => {
  const [a, b] = [judgedRun(), judgedRun()];
  const without = b.judgement.summaries.filter(({ metric }) => metric !== "rss");
  const { only, figures } = compareRuns(a, { ...b, judgement: { ...b.judgement, summaries: without } }, 0.1);
  assert.deepEqual(only, { a: ["node-22/service idle-memory", "native-1/service idle-memory"], b: [] });
  assert.ok(!figures.some(({ metric }) => metric === "rss"));
});

test("every figure is compared once: rounds by the mean of their trials, and no fresh rounds", () => {
  const { figures } = compared({}, {});
  const names = figures.map(({ arm, measure, metric }) => `${arm} ${measure} ${metric}`);
  assert.deepEqual(names, [...new Set(names)]);
  assert.equal(figure(compared({}, {}), "rss", "node-22").a.value, 72_000_000);
});

test("the text leads with what differs, then what got worse, and says how sure it is", () => {
  const change: Parts["change"] = (run) => ({ ...run, run: "later", kit: { ...run.kit, commit: "def\u001b[31m" } });
  const text = comparisonText(
    compared({ rss: LOWER }, { rss: HIGHER, rps: steady(20_200), unpacked: 80_000_012, change }),
  );
  assert.match(
    text,
    /^A {2}20261130T160814Z-two-servers, quick, done\nB {2}later, quick, done\n\nWhat differs\n {2}kit {2}A 0\.1\.0, abc1234/,
  );
  assert.match(
    text,
    /Worse by more than 10 %\n {2}1\.22x \[1\.17, 1\.27\] {6}node-22\/service idle VmRSS: 101 bytes → 122 bytes/,
  );
  assert.match(
    text,
    /not shown to be by more than 10 %\n.*1\.01x \[1\.01, 1\.01\].*requests per second.*\n.*1\.00x, \+12 bytes .*image, unpacked/,
  );
  assert.match(
    text,
    /Of 9 figures that both runs have 6 can be judged:\n1 worse, 0 better, 5 within 10 %, of which 3 show no change\./,
  );
  assert.match(text, /2 of 2 claims have the verdict they had/);
  assert.doesNotMatch(text.replaceAll("\n", ""), /\p{Cc}/u);
});

test("a run compared with itself differs in nothing", () => {
  const comparison = compared({ rss: RSS }, { rss: RSS });
  assert.deepEqual([comparison.differences, comparison.verdicts, comparison.comparable], [[], [], true]);
  assert.ok(comparison.figures.every(({ ratio }) => ratio === 1 || ratio === null));
  assert.match(comparisonText(comparison), /Nothing differs but what was measured/);
});

test("a floor is a percentage", () => {
  assert.deepEqual(["10%", "10", "2.5 %"].map(parseFloor), [0.1, 0.1, 0.025]);
  for (const text of ["", "0%", "-5", "ten", "1e2", "5000%", "0,1"])
    assert.throws(() => parseFloor(text), /--floor: expected/);
});

test("the JSON Schema that is checked in is current (UPDATE_SCHEMAS=1 writes it), and comparisons fit it", () => {
  const file = new URL("../../schemas/compare.schema.json", import.meta.url);
  const current = comparisonJsonSchema();
  if (process.env.UPDATE_SCHEMAS) writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), JSON.parse(JSON.stringify(current)));
  const comparison = compared({ rss: LOWER }, { rss: HIGHER });
  assert.deepEqual(comparisonSchema.parse(JSON.parse(JSON.stringify(comparison))), comparison);
});
