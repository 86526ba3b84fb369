import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { attempt } from "./attempt.ts";
import { handOver } from "./ownership.ts";

/** Where the parts of one run lie: `results/RUN/`. All paths are absolute. */
export interface RunDirectory {
  run: string;
  path: string;
  runFile: string;
  recordsFile: string;
  reportFile: string;
  reportText: string;
  reportPage: string;
  recordsTable: string;
  logs: string;
}

/** Names the parts of a run's directory; touches nothing. */
export function runDirectory(results: string, run: string): RunDirectory {
  const path = resolve(results, run);
  return {
    run,
    path,
    runFile: join(path, "run.json"),
    recordsFile: join(path, "records.jsonl"),
    reportFile: join(path, "report.json"),
    reportText: join(path, "report.md"),
    reportPage: join(path, "report.html"),
    recordsTable: join(path, "records.csv"),
    logs: join(path, "logs"),
  };
}

/** The directory of a run as a user names it: a path to one, or its name in the folder of all runs. */
export function findRun(results: string, run: string): RunDirectory {
  if (!existsSync(join(run, "run.json"))) return runDirectory(results, run);
  const path = resolve(run);
  return runDirectory(dirname(path), basename(path));
}

/** `20261130T160814Z-scriptc-vs-node`: UTC to the second, so that names sort by time, then the article. */
export function runName(startedAt: Date, slug: string): string {
  const stamp = startedAt
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(/[-:]/g, "");
  return `${stamp}-${slug}`;
}

/**
 * Makes the directory of a new run with its logs/. Two runs of one second get `-2`, `-3`, … : mkdir decides, so two
 * processes cannot end up in one directory.
 *
 * @param results the folder of all runs; made when missing
 */
export async function createRunDirectory(results: string, startedAt: Date, slug: string): Promise<RunDirectory> {
  await attempt("create the results folder", results, () => mkdir(results, { recursive: true }));
  const name = runName(startedAt, slug);
  for (let nth = 1; ; nth += 1) {
    const directory = runDirectory(results, nth === 1 ? name : `${name}-${nth}`);
    const isNew = await attempt("create the run's folder", directory.path, () =>
      mkdir(directory.path).then(
        () => true,
        (error: NodeJS.ErrnoException) => (error.code === "EEXIST" ? false : Promise.reject(error)),
      ),
    );
    if (!isNew) continue;
    await attempt("create the folder", directory.logs, () => mkdir(directory.logs));
    await handOver(dirname(directory.path), directory.path);
    return directory;
  }
}
