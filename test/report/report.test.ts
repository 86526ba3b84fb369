import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import type { Run } from "../../scripts/model/run.ts";
import { renderMarkdown } from "../../scripts/report/markdown.ts";
import { makeReport, reportJson } from "../../scripts/report/report.ts";
import { reportJsonSchema, reportSchema } from "../../scripts/report/schema.ts";
import { renderTerminal } from "../../scripts/report/terminal.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { smallReport, smallRun } from "./report-builder.ts";

test("a report is the same to the byte when made again, whatever the order of its records", () => {
  const { run, records } = smallRun();
  const again = smallRun();
  const shuffled = [...again.records].reverse();
  const one = makeReport(run, records, judge(run, records));
  const two = makeReport(again.run, shuffled, judge(again.run, shuffled));
  assert.equal(reportJson(two), reportJson(one));
  assert.equal(renderMarkdown(two), renderMarkdown(one));
  assert.equal(renderTerminal(two, { width: 80, color: false }), renderTerminal(one, { width: 80, color: false }));
});

test("report.json fits its schema and survives being written: no value is lost to JSON", () => {
  const report = smallReport();
  assert.deepEqual(reportSchema.parse(JSON.parse(reportJson(report))), report);
});

test("the JSON Schema that is checked in is current (UPDATE_SCHEMAS=1 writes it)", () => {
  const file = new URL("../../schemas/report.schema.json", import.meta.url);
  const current = reportJsonSchema();
  if (process.env.UPDATE_SCHEMAS) writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), JSON.parse(JSON.stringify(current)));
});

test("what a subject is: sizes with their compressor, limits as asked and as in the kernel, once", () => {
  const report = smallReport();
  const subject = report.subjects.find(({ target, app }) => `${target}/${app}` === "native-1/service");
  assert.deepEqual(
    [subject?.unpackedBytes, subject?.compressedBytes, subject?.compressor, subject?.uniqueBytes, subject?.binaryBytes],
    [80_000_000, 30_000_000, "gzip -6", 571_000, 571_000],
  );
  assert.equal(subject?.limits?.kernel.memoryBytes, 536_870_912);
  assert.deepEqual(
    report.limits.map(({ arm }) => arm),
    ["node-22/service", "native-1/service"],
  );
  const node = report.subjects.find(({ target }) => target === "node-22");
  assert.equal(node?.unpackedBytes, null);
});

test("failed builds and failed helpers are findings, with codes and lines", () => {
  const { findings } = smallReport();
  assert.deepEqual(
    findings.map(({ what, where, text }) => [what, where, text]),
    [
      ["build-failed", "native-1/as-printed", "scriptc ended with exit code 1: SC1090, SC2020"],
      ["note", "the run", "the first thing to happen"],
      ["cell-failed", "node-22/service", "the probe went away"],
    ],
  );
});

test("a flag comes with its advice and every place", () => {
  const flag = smallReport().flags.find((each) => each.flag === "tiny-sample");
  assert.match(flag?.advice ?? "", /too few responses/);
  assert.deepEqual(flag?.where, ["node-22/service load/health@100/oha", "claim rps", "claim rps-node"]);
});

test("a quick run is stamped, an unfinished one as well, and the commands repeat what was asked", () => {
  assert.deepEqual(smallReport().stamps, ["provisional: do not cite"]);
  const cut = smallReport((run) => ({
    ...run,
    status: "interrupted",
    timing: null,
    plan: { ...run.plan, claims: ["rss"], sensitivity: ["quota"] },
  }));
  assert.deepEqual(cut.stamps, ["provisional: do not cite", "incomplete: the run was interrupted"]);
  const stampOf = (status: Run["status"]) => smallReport((run) => ({ ...run, status })).stamps[1];
  assert.equal(stampOf("failed"), "incomplete: the run failed");
  assert.equal(stampOf("running"), "incomplete: the run still measures, or was killed");
  assert.deepEqual(cut.repeat, [
    "docker compose run --rm bench run two-servers --profile quick --claims rss --sensitivity quota",
    "docker compose run --rm bench report 20261130T160814Z-two-servers",
  ]);
  // 312 ÷ (180 + 80)
  assert.equal(smallReport().timing?.factor, 1.2);
  assert.equal(cut.timing, null);
});

test("the command that repeats a run names groups that were asked for whole", () => {
  const asked = (claims: string[]): string | undefined =>
    smallReport((run) => ({ ...run, plan: { ...run.plan, claims } })).repeat[0];
  assert.match(asked(["rps", "rps-node", "compiles"]) ?? "", / --claims two$/);
  assert.match(asked(["rss", "rps", "compiles"]) ?? "", / --claims rss,rps,compiles$/);
});
