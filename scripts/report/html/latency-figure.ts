import type { Metric } from "../../model/metric.ts";
import { threeDigits } from "../../model/quantity.ts";
import type { Sample } from "../../model/record.ts";
import { meanLogInterval } from "../../stats/interval.ts";
import type { CellSamples } from "./cell-samples.ts";
import type { Evidence } from "./evidence.ts";
import { figureMarkup } from "./figure.ts";
import type { Markup } from "./markup.ts";
import { cellNames, type MeasureGroup } from "./measure-group.ts";
import { type Percentile, type PercentileRow, percentilePlot } from "./plots/percentiles.ts";
import { evenly } from "./points.ts";
import { table } from "./table.ts";

/** Those that are metrics, and so summed up with all others. */
const METRICS: ReadonlyMap<number, Metric> = new Map([
  [50, "latency-p50"],
  [90, "latency-p90"],
  [99, "latency-p99"],
]);
/** Single rounds that are drawn of a row. */
const MOST_ROUNDS = 24;

/**
 * Latency over every percentile that the load tool gives. One with fewer than 100 slower responses was not recorded, and
 * one that some rounds lack has no mean: those that have it are the rounds with the most responses.
 */
export function latencyFigure(evidence: Evidence, group: MeasureGroup): Markup | null {
  const names = cellNames(group.cells);
  const most = Math.min(evidence.limit, MOST_ROUNDS);
  const rows = group.cells.flatMap((cell, nth): PercentileRow[] => {
    const percentiles = percentilesOf(evidence, cell);
    if (percentiles.length === 0) return [];
    const rounds = evenly(cell.counted, most).map(pointsOf);
    return [{ name: names[nth] ?? cell.arm, percentiles, rounds }];
  });
  if (rows.length === 0) return null;
  const all = [...new Set(rows.flatMap(({ percentiles }) => percentiles.map(({ p }) => p)))].sort((a, b) => a - b);
  const thinned = group.cells.some(({ counted }) => counted.length > most);
  return figureMarkup({
    title: "Latency by percentile",
    text: "thick: geometric mean over rounds with 95 % interval; thin: single rounds",
    plot: percentilePlot(group.title, rows),
    notes: thinned ? [`Thinned: ${most} rounds a line are drawn, spread evenly over the run.`] : [],
    data: table(
      "Latency by percentile",
      [{ head: "arm" }, ...all.map((p) => ({ head: `p${p}, ms`, figures: true }))],
      rows.map(({ name, percentiles }) => [
        name,
        ...all.map((p) => percentileText(percentiles.find((each) => each.p === p))),
      ]),
    ),
  });
}

function percentilesOf(evidence: Evidence, cell: CellSamples): Percentile[] {
  const told = [...METRICS].flatMap(([p, metric]): Percentile[] => {
    const summary = evidence.summary(cell, metric);
    return summary === null ? [] : [{ p, value: summary.value, low: summary.low, high: summary.high }];
  });
  const names = new Set(cell.counted.flatMap((sample) => Object.keys(givenIn(sample))));
  const others = [...names].flatMap((name): Percentile[] => {
    const p = Number(name.slice(1));
    const values = cell.counted.map((sample) => givenIn(sample)[name]).filter(isLatency);
    if (!isOther(p) || values.length < cell.counted.length) return [];
    const { value, low, high } = meanLogInterval(values);
    return [{ p, value, low, high }];
  });
  return [...told, ...others].sort((a, b) => a.p - b.p);
}

/** What a round alone has: its metrics, and what else its evidence has of percentiles. */
function pointsOf(sample: Sample): { p: number; value: number }[] {
  const metrics = [...METRICS].map(([p, metric]) => ({ p, value: sample.values[metric] as unknown }));
  const others = Object.entries(givenIn(sample)).map(([name, value]) => ({ p: Number(name.slice(1)), value }));
  return [...metrics, ...others.filter(({ p }) => isOther(p))]
    .filter((point): point is { p: number; value: number } => isLatency(point.value))
    .sort((a, b) => a.p - b.p);
}

const isOther = (p: number): boolean => p > 0 && p < 100 && !METRICS.has(p);
const isLatency = (value: unknown): value is number =>
  typeof value === "number" && value > 0 && value < Number.POSITIVE_INFINITY;

const NONE = {};

/** What the load tool said, in ms by names such as p99.9; nothing in the records of runs that did not keep it. */
function givenIn({ evidence }: Sample): Readonly<Record<string, unknown>> {
  const { percentilesMs } = evidence;
  return typeof percentilesMs === "object" && percentilesMs !== null
    ? (percentilesMs as Record<string, unknown>)
    : NONE;
}

const percentileText = (found: Percentile | undefined): string => {
  if (found === undefined) return "not in every round";
  const { value, low, high } = found;
  const ends = low === null || high === null ? "" : ` [${threeDigits(low)}, ${threeDigits(high)}]`;
  return `${threeDigits(value)}${ends}`;
};
