import type { Summary } from "../../model/judgement.ts";
import type { Metric } from "../../model/metric.ts";
import type { RunRecord } from "../../model/record.ts";
import type { Run } from "../../model/run.ts";
import { errorText } from "../instrument.ts";
import type { Report } from "../schema.ts";
import { type CellSamples, cellSamples } from "./cell-samples.ts";
import { type MeasureGroup, measureGroups } from "./measure-group.ts";
import { publishedPlaces } from "./published-places.ts";

/** What the measurements' figures are drawn from. */
export interface Evidence {
  run: Run;
  groups: MeasureGroup[];
  /** The summary of a metric in a cell: over means of trials, or over medians. */
  summary(cell: CellSamples, metric: Metric, statistic?: "median"): Summary | null;
  /** The instrument's error of such a figure here, as calibration found it; empty where none is known. */
  error(cell: CellSamples, metric: Metric): string;
  /** What the article gives for it. */
  published(cell: CellSamples, metric: Metric): readonly number[];
  /** Samples that are drawn of one row. */
  limit: number;
}

/** Dots on the whole page: with more it would be slow to open and no clearer. */
const MOST_DOTS = 24_000;
const MOST_OF_A_ROW = 240;
const LEAST_OF_A_ROW = 12;

/** As many samples of a row as the page has room for. */
function limitFor(cells: readonly CellSamples[]): number {
  const dots = (limit: number): number =>
    cells.reduce((sum, { all, columns }) => sum + columns.size * Math.min(all.length, limit), 0);
  let limit = MOST_OF_A_ROW;
  while (limit > LEAST_OF_A_ROW && dots(limit) > MOST_DOTS) limit -= 1;
  return limit;
}

export function evidenceOf(run: Run, records: readonly RunRecord[], report: Report): Evidence {
  const groups = measureGroups(
    cellSamples(records),
    run.plan.arms.map(({ id }) => id),
  );
  const key = (arm: string, measure: string, phase: string, metric: string, statistic: string): string =>
    `${arm} ${measure} ${phase} ${metric} ${statistic}`;
  const summaries = new Map(
    report.summaries.map((summary) => {
      const { arm, measure, phase, metric, statistic } = summary;
      return [key(arm, measure, phase, metric, statistic === "median" ? "median" : ""), summary];
    }),
  );
  const published = publishedPlaces(run, report.claims);
  return {
    run,
    groups,
    summary: ({ arm, measure, phase }, metric, statistic) =>
      summaries.get(key(arm, measure, phase, metric, statistic ?? "")) ?? null,
    error: ({ measure }, metric) => errorText(report, { metric, measure }),
    published: ({ arm, measure, phase }, metric) =>
      phase === "confirm" ? [] : (published.get(`${arm} ${measure} ${metric}`) ?? []),
    limit: limitFor(groups.flatMap(({ cells }) => cells)),
  };
}
