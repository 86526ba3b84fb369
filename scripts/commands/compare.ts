import { type CompareOptions, EXIT, type FailOn } from "../cli.ts";
import { comparisonText } from "../compare/compare-text.ts";
import { compareRuns, type JudgedRun } from "../compare/comparison.ts";
import { parseFloor } from "../compare/floor.ts";
import type { Comparison } from "../compare/schema.ts";
import { InputError } from "../model/errors.ts";
import type { RunRecord } from "../model/record.ts";
import { readRecords } from "../records/reader.ts";
import { findRun } from "../records/run-directory.ts";
import { readRun } from "../records/run-file.ts";
import { judge } from "../verdict/judge.ts";
import type { Kit } from "./kit.ts";

/** `bench compare`: what changed from one run to the next. Needs no engine and writes nothing. */
export async function compareCommand(
  kit: Kit,
  [first, second]: [string, string],
  options: CompareOptions,
): Promise<number> {
  const floor = parseFloor(options.floor);
  const [a, b] = [await judgedRun(kit, first), await judgedRun(kit, second)];
  const comparison = compareRuns(a, b, floor);
  if (!comparison.comparable && !options.anyway) throw new InputError(refusals(comparison));
  if (options.json) kit.printJson(comparison);
  else kit.print(comparisonText(comparison));
  return options.failOn.some((what) => hits(comparison, what)) ? EXIT.hit : EXIT.done;
}

async function judgedRun({ results }: Kit, name: string): Promise<JudgedRun> {
  const { runFile, recordsFile } = findRun(results, name);
  const run = await readRun(runFile);
  const records = await readRecords(recordsFile, run);
  return { run, judgement: judge(run, records), compressor: compressorOf(records) };
}

function compressorOf(records: readonly RunRecord[]): string | null {
  const names = records.map((record) => (record.kind === "sample" ? record.evidence.compressor : null));
  return names.find((name) => typeof name === "string") ?? null;
}

const refusals = ({ a, b, differences }: Comparison) =>
  differences
    .filter(({ forbids }) => forbids)
    .map((difference) => ({
      ...{ file: `compare ${a.run} ${b.run}`, line: null, column: null },
      expected: `one and the same ${difference.what}`,
      found: `${difference.a} in A and ${difference.b} in B`,
      next: "compare runs of equal conditions, or say --anyway",
    }));

function hits({ figures, verdicts }: Comparison, what: FailOn): boolean {
  if (what === "regression") return figures.some(({ change }) => change === "regression");
  return verdicts.some(({ b }) => b === "contradicted");
}
