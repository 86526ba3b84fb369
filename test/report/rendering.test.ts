import assert from "node:assert/strict";
import { test } from "node:test";
import { renderMarkdown } from "../../scripts/report/markdown.ts";
import { table } from "../../scripts/report/markdown-table.ts";
import { paragraph } from "../../scripts/report/paragraph.ts";
import { renderTerminal } from "../../scripts/report/terminal.ts";
import { smallReport } from "./report-builder.ts";

const report = smallReport();
const markdown = renderMarkdown(report);
const terminal = renderTerminal(report, { width: 80, color: false });

test("the Markdown report has every part", () => {
  const headings = markdown.split("\n").filter((line) => line.startsWith("## "));
  assert.deepEqual(headings, [
    "## What was asked",
    "## Answer, group by group",
    "## Findings",
    "## Claims",
    "## Flags",
    "## All measurements",
    "## Samples made void by disturbances",
    "## Limits, as asked and as the kernel enforces them",
    "## Images and builds",
    "## Machine",
    "## Time",
    "## Repeat",
  ]);
  assert.match(markdown, /^# Two servers: re-run .*\n\n> \*\*provisional: do not cite\*\*/);
});

test("a row of the claims table says published, measured with n, verdict, why and where it flips", () => {
  // 72,642,560 ÷ 2,617,344 = 27.754; 27.754 ÷ 27.6 − 1 = 0.559 %.
  assert.match(
    markdown,
    /\| rss \| 27\.6x \| 27\.8x \[27\.8, 27\.8\], n = 6 \| \*\*reproduced\*\* \| Measured .* \| 0\.559 % \|/,
  );
  assert.match(
    markdown,
    /\*\*contradicted\*\*: native serves 2\.99 times .* \(published 2\.99x, here 0\.700x \[0\.627, 0\.781\], n = 6\)/,
  );
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
