import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClaimResult } from "../../scripts/model/judgement.ts";
import { claimSentences, publishedFigure, readingMeaning } from "../../scripts/report/figures.ts";
import { renderMarkdown } from "../../scripts/report/markdown.ts";
import { table } from "../../scripts/report/markdown-table.ts";
import { paragraph } from "../../scripts/report/paragraph.ts";
import { makeReport } from "../../scripts/report/report.ts";
import { renderTerminal } from "../../scripts/report/terminal.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, series, steady } from "../verdict/run-builder.ts";
import { smallReport } from "./report-builder.ts";

const report = smallReport();
const markdown = renderMarkdown(report);
const terminal = renderTerminal(report, { width: 80, color: false });

test("the Markdown report has every part", () => {
  const headings = markdown.split("\n").filter((line) => line.startsWith("## "));
  assert.deepEqual(headings, [
    "## In short",
    "## What was asked",
    "## Answer, group by group",
    "## Findings",
    "## Claims",
    "## Flags",
    "## All measurements",
    "## Round by round",
    "## Samples made void by disturbances",
    "## Limits, as asked and as the kernel enforces them",
    "## Images and builds",
    "## Machine",
    "## Steadiness",
    "## Instrument",
    "## Time",
    "## Repeat",
  ]);
  assert.match(markdown, /^# Two servers: re-run .*\n\n> \*\*provisional: do not cite\*\*/);
});

test("the report begins with what was re-run, where, and what came out for each group", () => {
  const [, short = ""] = markdown.split(/^## /m);
  assert.equal(
    short,
    `In short

- Article: Two servers
- Re-run on A CPU, 2 CPUs, 8.00 GB (7.45 GiB) of memory, Linux 6.1.0, engine 29.0.0
- At 2026-11-30T16:08:14.000Z, in profile quick: 6 rounds

| claims about | what came out here |
| --- | --- |
| Group one | **reproduced** rss |
| Group two | **contradicted** rps, compiles; **shown** rps-node |

`,
  );
});

test("every value says how many samples it rests on, and every round which records", () => {
  // Records 1 to 3 are events; then six of each series in turn.
  assert.match(markdown, /\| requests per second \| native-1\/service \| .* \| 6 \| 6 of 6 \|/);
  assert.match(markdown, /<summary>node-22\/service idle-memory: 6 rounds, 6 of 6 samples used, 0 void<\/summary>/);
  assert.match(
    markdown,
    /\| {2}\| round 1 \| .* \| round 6 \|\n.*\n\| records \| 4 \| 5 \| 6 \| 7 \| 8 \| 9 \|\n\| idle VmRSS \| 72\.6 MB/,
  );
});

test("a round that rests on fewer trials than another says so", () => {
  const start = claim({
    id: "start",
    relation: { kind: "shown", metric: "cold-start", of: "node", value: 1, unit: "ms" },
  });
  const run = makeRun({ claims: [start] });
  const [cell] = cellsOf(run, "start");
  const trials = [1, 2, 3, 4, 5].flatMap((trial) => {
    const lost = trial > 1 ? series(cell, "cold-start", [9], { trial, void: "steal" }) : [];
    return [...lost, ...series(cell, "cold-start", steady(10), { trial }).slice(lost.length)];
  });
  const records = numbered(trials);
  const text = renderMarkdown(makeReport(run, records, judge(run, records)));
  assert.match(text, /\| 26 of 30, 4 void; 1 to 5 a round \| mean of trials/);
  assert.match(text, /\| records \| 1 \| 2, 8, 14, 20, 26 \|/);
});

test("a row of the claims table says published, measured with n, verdict, why and from where it would be reproduced", () => {
  // 72,642,560 ÷ 2,617,344 = 27.754; 27.754 ÷ 27.6 − 1 = 0.559 %.
  assert.match(
    markdown,
    /\| rss \| 27\.6x \| 27\.8x \[27\.8, 27\.8\], n = 6 \| \*\*reproduced\*\* \| Measured .* \| 0\.559 % \|/,
  );
  assert.match(
    markdown,
    /\*\*contradicted\*\*: native serves 2\.99 times .* \(published 2\.99x, here 0\.700x \[0\.627, 0\.781\], n = 6\); source: published figure\n/,
  );
});

test("a report says of a warm-up that a tool cannot keep how long it was", () => {
  assert.match(markdown, /6 rounds, 0\.5 s \(wrk: 1 s\) warm-up and 2 s window per load cell/);
});

test("the figure of an arm stands with its flags", () => {
  const [claim] = report.claims.filter(({ id }) => id === "rps");
  const [primary] = claim?.readings ?? [];
  assert.ok(claim && primary);
  const arm = { ...primary, id: "published", flags: ["unguarded"], traced: [], confirmed: null };
  const text = renderMarkdown({ ...report, claims: [{ ...claim, arms: [arm] }] });
  assert.match(text, /\| rps \| published \| .* 0\.700x \[.*\], n = 6; flags: unguarded \|/);
});

test("a statement of equality is not said to have printed a 1", () => {
  const [claim] = report.claims.filter(({ id }) => id === "rps");
  assert.ok(claim);
  const equal: ClaimResult = { ...claim, relation: "equivalent", published: { ...claim.published, value: 1 } };
  assert.match(renderMarkdown({ ...report, claims: [equal] }), /\(published no difference, here 0\.700x /);
});

test("bytes show both prefixes, sizes their compressor, and text from outside breaks no table", () => {
  assert.match(markdown, /\| idle VmRSS \| native-1\/service \| 2\.62 MB \(2\.50 MiB\) \|/);
  assert.match(markdown, /30\.0 MB \(28\.6 MiB\) by gzip -6/);
  assert.match(markdown, /memoryBytes 537 MB \(512 MiB\), quota none/);
  assert.equal(table(["a"], [["x | y\nz <b>"]]), "| a |\n| --- |\n| x \\| y z &lt;b&gt; |\n");
});

test("what was not measured has no row, and time comes with its factor", () => {
  assert.doesNotMatch(markdown, /99th percentile/);
  assert.match(markdown, /\(measuring windows 3 min 0 s, container starts 80\.0 s\): 1\.20 times/);
});

test("the terminal fits 80 columns, by groups, each claim with verdict and reason", () => {
  for (const line of terminal.split("\n")) assert.ok([...line].length <= 80, line);
  assert.match(
    terminal,
    /Group two\n {2}contradicted\n {4}native serves 2\.99 times Node's requests\n {6}Measured 0\.700x/,
  );
  assert.match(terminal, / {2}shown\n {4}Node serves 9,966 a second: published 9,966\/s, here 30,000\/s/);
  assert.match(terminal, /build-failed: native-1\/as-printed: scriptc ended with exit code 1: SC1090,\n {2}SC2020/);
  assert.match(terminal, /provisional: do not cite/);
});

test("the tolerance at which a verdict turns is told in words that need no manual", () => {
  const text = (change: (claim: ClaimResult) => ClaimResult): string => {
    const claims = report.claims.filter(({ id }) => id === "rss").map(change);
    return renderTerminal({ ...report, claims }, { width: 1000, color: false });
  };
  assert.match(
    text((claim) => claim),
    /the whole interval fits \(25\.0 % allowed\)\. .*Would still be reproduced if only 0\.559 % were allowed\./,
  );
  const [primary] = report.claims.flatMap(({ readings }) => readings);
  assert.ok(primary);
  const weaker = { verdict: "weaker", readings: [{ ...primary, outcome: "weaker" }], flipsAtTolerance: 3.2 } as const;
  assert.match(
    text((claim) => ({ ...claim, ...weaker, readings: [...weaker.readings] })),
    /Would be reproduced if 320 % were allowed\./,
  );
  const limit = { ...weaker, relation: "at-most" };
  assert.match(
    text((claim) => ({ ...claim, ...limit, readings: [...weaker.readings] })),
    /Would be reproduced if the limit were widened by 320 %\./,
  );
  assert.match(
    text((claim) => ({ ...claim, flipsAtTolerance: null })),
    /27\.6 times native's\n.*allowed\)\.\n/,
  );
  assert.doesNotMatch(
    text((claim) => claim),
    /flip/i,
  );
});

test("where the results lie is not guessed: whoever prints the report knows", () => {
  assert.doesNotMatch(terminal, /results\//);
});

test("a terminal that names no width gets 80 columns", () => {
  for (const width of [0, undefined]) assert.equal(renderTerminal(report, { width, color: false }), terminal);
});

test("colour only when asked for", () => {
  const start = String.fromCharCode(27);
  assert.ok(!terminal.includes(start));
  assert.ok(renderTerminal(report, { width: 80, color: true }).includes(`${start}[31mcontradicted${start}[0m`));
});

test("escape sequences in a subject's log reach neither terminal nor Markdown", () => {
  const escape27 = String.fromCharCode(27);
  const finding = {
    what: "start-failed",
    where: "x",
    text: `${escape27}[2J`,
    lines: [`a${escape27}[2J`],
    log: null,
  } as const;
  const hostile = { ...report, findings: [{ ...finding, lines: [...finding.lines] }] };
  assert.ok(!renderTerminal(hostile, { width: 80, color: false }).includes(escape27));
  assert.ok(!renderMarkdown(hostile).includes(escape27));
});

test("a paragraph breaks at spaces and keeps long words whole", () => {
  assert.equal(paragraph("aa bb ccccccc d", 6, " "), " aa bb\n ccccccc\n d");
  assert.equal(paragraph("  ", 6), "");
  assert.equal(paragraph("took 3.20 ms, n = 6 of 70 MB", 13), "took 3.20 ms,\nn = 6 of\n70 MB");
});

test("beside a verdict stands how it was judged, when it would turn, and what its file notes", () => {
  const [first] = smallReport().claims;
  assert.ok(first);
  const told = claimSentences({
    ...first,
    ...{ note: "Read as a note.", reason: "Judged on wrk; by oha 1.00x, n = 6." },
  });
  assert.deepEqual([told[0], told.at(-1)], ["Judged on wrk; by oha 1.00x, n = 6.", "Read as a note."]);
  assert.match(told[1] ?? "", /^Would still be reproduced if only 0\.559 % were allowed\.$/);
});

test("a figure that is only shown says which tool took it where two did", () => {
  const [claim] = smallReport().claims.filter(({ id }) => id === "rps-node");
  assert.ok(claim?.measured);
  const tools = (["wrk", "oha"] as const).map((tool) => {
    return { tool, outcome: "inconclusive" as const, measured: claim.measured, judged: tool === "wrk" };
  });
  assert.match(
    claimSentences({ ...claim, tools })[0] ?? "",
    /^published 9,966\/s, here 30,000\/s .* by wrk; by oha 30,000\/s/,
  );
  assert.doesNotMatch(claimSentences(claim)[0] ?? "", / by /);
});

test("a statement on a build has no figure, whatever its fact has to be", () => {
  const [claim] = smallReport().claims.filter(({ id }) => id === "compiles");
  assert.ok(claim);
  assert.equal(publishedFigure({ ...claim, published: { ...claim.published, value: false } }), "–");
});

test("a reading that compares with another figure than the claim as stated says with which", () => {
  const [primary] = smallReport().claims.flatMap(({ readings }) => readings);
  assert.ok(primary);
  const measured = {
    value: 72.6e6,
    low: null,
    high: null,
    bound: null,
    rounds: 1,
    unit: "bytes",
    method: "",
    tool: null,
  };
  const stated = { ...primary, measured, published: 70.4e6 };
  const reading = { ...stated, what: '"MB" meant as MiB', published: 70.4 * 2 ** 20 };
  assert.equal(readingMeaning(reading, stated), '"MB" meant as MiB; against 73.8 MB (70.4 MiB)');
  assert.equal(readingMeaning({ ...reading, published: 70.4e6 }, stated), '"MB" meant as MiB');
  assert.equal(readingMeaning({ ...reading, published: null }, stated), '"MB" meant as MiB');
});
