import type { Markup } from "../markup.ts";
import { type Axis, axisFor } from "./axis.ts";
import { chartSvg } from "./chart.ts";
import { dots, gathered, type Line, line, type Mark, polyline } from "./mark.ts";
import { keyHeight, keyMarks, seriesLook } from "./series.ts";

/** A percentile of one arm over its rounds, in ms. */
export interface Percentile {
  /** Such as 0.99. */
  q: number;
  value: number;
  low: number | null;
  high: number | null;
}

export interface PercentileRow {
  name: string;
  percentiles: readonly Percentile[];
  /** The same of single rounds, those that are drawn. */
  rounds: readonly { q: number; value: number }[][];
}

const WIDTH = 360;
const PLOT = 170;
const QS = [0.5, 0.9, 0.99];
/** Rows stand beside one another at each percentile, so that their intervals do not hide each other. */
const APART = 7;

/** p50, p90 and p99 lie evenly apart where the scale is the share of slower responses, logarithmic. */
const PERCENTILES: Axis = {
  name: "percentile of latency",
  at: (percentile) => -Math.log10(1 - percentile / 100),
  low: 30,
  high: 99.4,
  ticks: QS.map((q) => q * 100),
};

/** Latency by percentile: every round as a thin line, the geometric mean over rounds as a thick one with its intervals. */
export function percentilePlot(label: string, rows: readonly PercentileRow[]): Markup {
  const names = rows.map(({ name }) => name);
  const top = keyHeight(names);
  const values = rows.flatMap(({ percentiles, rounds }) => [
    ...percentiles.flatMap(({ value, low, high }) => [value, low, high]).filter((value) => value !== null),
    ...rounds.flat().map(({ value }) => value),
  ]);
  return chartSvg({
    label: `${label}, latency by percentile: ${rows.map(rowText).join("; ")}`,
    ...{ width: WIDTH, height: top + PLOT + 60, x: PERCENTILES, y: axisFor(values, "ms") },
    pad: { left: 50, right: 18, top: top + 20, bottom: 40 },
    draw: (x, y) => [
      ...keyMarks(names),
      ...rows.flatMap((row, nth) => {
        const shift = (nth - (rows.length - 1) / 2) * Math.min(APART, 60 / rows.length);
        return rowMarks(row, nth, (q) => x(q * 100) + shift, y);
      }),
    ],
  });
}

const rowText = ({ name, percentiles }: PercentileRow): string =>
  `${name} ${percentiles.map(({ q, value }) => `p${q * 100} ${value.toPrecision(3)} ms`).join(", ")}`;

function rowMarks(
  { percentiles, rounds }: PercentileRow,
  nth: number,
  x: (q: number) => number,
  y: (value: number) => number,
): Mark[] {
  const place = ({ q, value }: { q: number; value: number }): [number, number] => [x(q), y(value)];
  const look = seriesLook(nth);
  const bars = percentiles.flatMap(({ q, low, high }) =>
    low === null || high === null
      ? []
      : [...line(x(q), y(low), x(q), y(high)), ...cap(x(q), y(low)), ...cap(x(q), y(high))],
  );
  return gathered([
    ...rounds.map((round): Mark => ({ lines: polyline(round.map(place)), look: "thin" })),
    { lines: dots(rounds.flat().map(place)), look: "sample" },
    { lines: [...polyline(percentiles.map(place)), ...bars], look },
  ]);
}

const cap = (x: number, y: number): Line[] => line(x - 4, y, x + 4, y);
