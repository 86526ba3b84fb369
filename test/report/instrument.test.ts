import assert from "node:assert/strict";
import { test } from "node:test";
import type { Calibration } from "../../scripts/model/calibration.ts";
import { runSchema } from "../../scripts/model/run.ts";
import { renderHtml } from "../../scripts/report/html/page.ts";
import { errorText } from "../../scripts/report/instrument.ts";
import { renderMarkdown } from "../../scripts/report/markdown.ts";
import { makeReport } from "../../scripts/report/report.ts";
import { renderTerminal } from "../../scripts/report/terminal.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { calibrationOf } from "../support/calibration.ts";
import { smallRun } from "./report-builder.ts";

const pages = 64 * 1024 * 1024;
const CALIBRATED = calibrationOf([
  { quantity: "rss.touched", truth: pages, value: pages },
  { quantity: "rss.cached", truth: 0, value: 0 },
  { quantity: "rss.reserved", truth: 0, value: 0 },
  { quantity: "rps.oha", truth: 10_000, value: 10_100 },
  { quantity: "rps.wrk", truth: 20_000, value: 19_600 },
  { quantity: "cold-start.2ms", truth: 2.5, value: 2.6 },
  { quantity: "cold-start.50ms", truth: 50.5, value: 50.75 },
]);

function reportWith(instrument: Calibration | null) {
  const { run, records } = smallRun();
  const calibrated = { ...run, instrument };
  return makeReport(calibrated, records, judge(calibrated, records));
}
const text = (instrument: Calibration | null) => {
  const report = reportWith(instrument);
  // A terminal breaks its lines where they end.
  const terminal = renderTerminal(report, { width: 100, color: false }).replaceAll(/\s+/g, " ");
  return { report, markdown: renderMarkdown(report), terminal };
};

test("the page has the instrument's error as a section, and beside the figures that it is known of", () => {
  const page = (instrument: Calibration | null) => {
    const { run, records } = smallRun();
    return renderHtml(reportWith(instrument), { ...run, instrument }, records);
  };
  assert.match(page(null), /<section id="instrument".*\n.*\n<p>[^<]*was not calibrated before the run/);
  assert.doesNotMatch(page(null), /<th scope="col">instrument[^ ]*s error/);
  assert.match(page(CALIBRATED), /<th scope="col">instrument[^ ]*s error/);
  assert.match(page(CALIBRATED), /<td>\+1\.00 %, spread 0\/s/);
});

test("a report without a calibration says so, in the file and in the terminal", () => {
  const { markdown, terminal, report } = text(null);
  for (const each of [markdown, terminal]) assert.match(each, /this machine was not calibrated before the run/);
  assert.equal(report.instrument, null);
  assert.doesNotMatch(markdown, /instrument's error \|/);
});

test("a report with one states the instrument's error beside each metric, and when it was found by which kit", () => {
  const { markdown, terminal } = text(CALIBRATED);
  for (const each of [markdown, terminal]) {
    assert.match(each, /calibrated on this machine at 2026-11-30T12:00:00\.000Z, by another commit of the kit/);
  }
  assert.match(markdown, /\| idle VmRSS \| .* \| exact \|\n/);
  assert.match(markdown, /\| requests per second \| .* \| \+1\.00 %, spread 0\/s \|\n/);
  assert.match(markdown, /## Instrument\n/);
});

const of = (metric: "rps" | "cold-start" | "pss", measure: string) => {
  const [summary] = reportWith(null).summaries;
  assert.ok(summary);
  return errorText({ instrument: CALIBRATED }, { ...summary, metric, measure });
};

test("a rate has the error of its own load tool, and a start the largest one of all", () => {
  assert.match(of("rps", "load/health@100/oha"), /^\+1\.00 %/);
  assert.match(of("rps", "load/health@100/wrk"), /^-2\.00 %/);
  assert.match(of("cold-start", "cold-start"), /^\+0\.250 ms/);
});

test("what no truth was known for has no error, and none of zero", () => {
  assert.equal(of("pss", "idle-memory"), "");
});

test("a run kept before calibrations were known is read as one without", () => {
  const { run } = smallRun();
  const { instrument: _, ...before } = run;
  assert.equal(runSchema.parse(before).instrument, null);
});
