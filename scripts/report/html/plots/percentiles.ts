import type { Markup } from "../markup.ts";
import { type Axis, axisFor } from "./axis.ts";
import { chartSvg } from "./chart.ts";
import { gathered, line, type Mark, polyline } from "./mark.ts";
import { keyHeight, keyMarks, seriesLook } from "./series.ts";

/** A percentile of one arm over its rounds, in ms. */
export interface Percentile {
  /** In percent, such as 99.9. */
  p: number;
  value: number;
  low: number | null;
  high: number | null;
}

export interface PercentileRow {
  name: string;
  percentiles: readonly Percentile[];
  /** The same of single rounds, those that are drawn. */
  rounds: readonly { p: number; value: number }[][];
}

/** Rows whose figures are read out; of more than these the table behind the plot tells. */
const TOLD = 4;
const WIDTH = 360;
const PLOT = 170;
/** Rows stand beside one another at each percentile, so that their intervals do not hide each other. */
const APART = 7;
/** What all rows of a percentile take together: the nearest percentiles lie some 24 apart. */
const ROOM = 24;

/** Ticks: the others would stand in each other's way, and are dots without a name. */
const TICKS = [10, 50, 90, 99, 99.9, 99.99];
/** Room beside the outermost percentiles, as a share of the scale. */
const MARGIN = 0.08;

/** The odds of being as fast, logarithmic: 10, 50, 90, 99 and 99.9 lie about evenly apart. */
const at = (percentile: number): number => Math.log10(percentile / (100 - percentile));
const backFrom = (place: number): number => 100 / (1 + 10 ** -place);

function axisOver(rows: readonly PercentileRow[]): Axis {
  const given = new Set(
    rows.flatMap(({ percentiles, rounds }) => [...percentiles, ...rounds.flat()].map(({ p }) => p)),
  );
  const places = [...given].map(at);
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const margin = (high - low) * MARGIN || MARGIN;
  return {
    name: "percentile of latency",
    at,
    low: backFrom(low - margin),
    high: backFrom(high + margin),
    ticks: TICKS.filter((tick) => given.has(tick)),
  };
}

/** Latency by percentile: every round as a thin line, the geometric mean over rounds as a thick one with its intervals. */
export function percentilePlot(label: string, rows: readonly PercentileRow[]): Markup {
  const names = rows.map(({ name }) => name);
  const top = keyHeight(names);
  const values = rows.flatMap(({ percentiles, rounds }) => [
    ...percentiles.flatMap(({ value, low, high }) => [value, low, high]).filter((value) => value !== null),
    ...rounds.flat().map(({ value }) => value),
  ]);
  return chartSvg({
    label: `${label}, latency by percentile: ${rows.length > TOLD ? names.join(", ") : rows.map(rowText).join("; ")}`,
    ...{ width: WIDTH, height: top + PLOT + 60, x: axisOver(rows), y: axisFor(values, "ms") },
    pad: { left: 50, right: 18, top: top + 20, bottom: 40 },
    draw: (x, y) => [
      ...keyMarks(names),
      ...rows.flatMap((row, nth) => {
        const shift = (nth - (rows.length - 1) / 2) * Math.min(APART, ROOM / rows.length);
        return rowMarks(row, nth, (p) => x(p) + shift, y);
      }),
    ],
  });
}

const rowText = ({ name, percentiles }: PercentileRow): string =>
  `${name} ${percentiles.map(({ p, value }) => `p${p} ${value.toPrecision(3)} ms`).join(", ")}`;

function rowMarks(
  { percentiles, rounds }: PercentileRow,
  nth: number,
  x: (p: number) => number,
  y: (value: number) => number,
): Mark[] {
  const place = ({ p, value }: { p: number; value: number }): [number, number] => [x(p), y(value)];
  const look = seriesLook(nth);
  const bars = percentiles.flatMap(({ p, low, high }) =>
    low === null || high === null ? [] : line(x(p), y(low), x(p), y(high)),
  );
  return gathered([
    ...rounds.map((round): Mark => ({ lines: polyline(round.map(place)), look: "thin" })),
    { lines: [...polyline(percentiles.map(place)), ...bars], look },
  ]);
}
