import { mkdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { EXIT } from "../cli.ts";
import { handOver } from "../records/ownership.ts";
import { readRecords } from "../records/reader.ts";
import { findRun, type RunDirectory } from "../records/run-directory.ts";
import { readRun } from "../records/run-file.ts";
import { writeWhole } from "../records/whole-file.ts";
import { renderMarkdown } from "../report/markdown.ts";
import { recordsCsv } from "../report/records-csv.ts";
import { makeReport, reportJson } from "../report/report.ts";
import type { Report } from "../report/schema.ts";
import { renderTerminal } from "../report/terminal.ts";
import { judge } from "../verdict/judge.ts";
import type { Kit } from "./kit.ts";

/** `bench report`: makes reports again, of several runs also an index page. Needs no engine. */
export async function reportCommand(kit: Kit, names: readonly string[], { json }: { json: boolean }): Promise<number> {
  const directories = [
    ...new Map(names.map((name) => findRun(kit.results, name)).map((each) => [each.path, each])).values(),
  ];
  // One that is no run keeps the others from being made again.
  for (const { runFile } of directories) await readRun(runFile);
  const made: { report: Report; directory: RunDirectory }[] = [];
  for (const directory of directories) made.push({ report: await makeReportOf(kit, directory), directory });
  const [first] = made;
  if (made.length === 1 && first) showReport(kit, first.report, first.directory, json);
  else await showReports(kit, made, json);
  return EXIT.done;
}

/** Reads a run back from its folder and makes its report: the same bytes whenever and wherever it is done. */
export async function makeReportOf(kit: Kit, directory: RunDirectory): Promise<Report> {
  const run = await readRun(directory.runFile);
  const records = await readRecords(directory.recordsFile, run);
  const report = makeReport(run, records, judge(run, records));
  // Loaded here alone: what draws the plots would make every other command wait.
  const { renderHtml } = await import("../report/html/page.ts");
  // The largest first: the disk takes it in while the others are made.
  await Promise.all([
    writeWhole(directory.recordsTable, recordsCsv(records)),
    writeWhole(directory.reportFile, reportJson(report)),
    writeWhole(directory.reportText, renderMarkdown(report)),
    writeWhole(directory.reportPage, renderHtml(report, run, records)),
  ]);
  await handOver(kit.results, directory.path);
  return report;
}

export function showReport(kit: Kit, report: Report, directory: RunDirectory, json: boolean): void {
  if (json) {
    kit.print(reportJson(report));
    return;
  }
  const color = process.stdout.isTTY === true && !process.env.NO_COLOR;
  // Painted, so with commands to the terminal of its own; what it quotes is safe already.
  process.stdout.write(renderTerminal(report, { width: process.stdout.columns, color }));
  kit.print(`\nTo read: ${relative(process.cwd(), directory.reportPage)}; raw data beside it`);
}

/** Several runs on one page, results/index.html. */
async function showReports(
  kit: Kit,
  made: { report: Report; directory: RunDirectory }[],
  json: boolean,
): Promise<void> {
  const { renderIndex } = await import("../report/html/index-page.ts");
  const index = join(kit.results, "index.html");
  const runs = made.map(({ report, directory }) => ({ report, folder: relative(kit.results, directory.path) }));
  await mkdir(kit.results, { recursive: true });
  await writeWhole(index, renderIndex(runs));
  await handOver(kit.results, index);
  if (json) kit.printJson(made.map(({ report }) => report));
  else
    kit.print(
      [...made.map(({ directory }) => directory.reportPage), index]
        .map((file) => relative(process.cwd(), file))
        .join("\n"),
    );
}
