import type { Summary } from "../../../model/judgement.ts";
import type { Markup } from "../markup.ts";
import type { Point, Points } from "../points.ts";
import { axisFor } from "./axis.ts";
import { chartSvg } from "./chart.ts";
import { crosses, diamond, dots, gathered, interval, line, type Mark } from "./mark.ts";
import { type Scale, scaledText, scaleOf } from "./scale.ts";

export interface StripRow {
  name: string;
  points: Points;
  /** Null where no sample counts. */
  summary: Summary | null;
  /** Of the same rounds, where a round has several trials. */
  median: number | null;
  /** What the article gives for it, in the metric's unit. */
  published: readonly number[];
}

export interface Strip {
  svg: Markup;
  /** What a reader of the picture must know: samples that are not drawn. */
  notes: string[];
}

const WIDTH = 360;
const PAD = { left: 18, right: 18, top: 4, bottom: 40 };
const LABEL = 15;
/** Height of a round among the samples; all rounds together get no more than MOST. */
const LANE = 4;
const MOST = 44;
const BELOW = 16;
/** Characters that fit beside a row's figures. */
const BESIDE = 56;
/** Rows that are read out; of more than these the table behind the plot tells. */
const TOLD = 4;

/**
 * Every sample of a metric, a row an arm: dots from the first round at the top to the last at the bottom, crosses for
 * those that do not count, and below them the estimate with its interval.
 */
export function stripPlot(label: string, unit: string, rows: readonly StripRow[]): Strip {
  const values = rows.flatMap(valuesOf);
  const scale = scaleOf(unit, values);
  const axis = axisFor(
    values.map((value) => value / scale.divisor),
    scale.name || "count",
  );
  const figures = rows.map(({ summary }) => figureText(summary, scale));
  const heights = rows.map(({ name, points }, nth) => heightOf(name, figures[nth] ?? "", points.drawn));
  const height = PAD.top + PAD.bottom + heights.reduce((sum, each) => sum + each, 0);
  const told =
    rows.length > TOLD ? `${rows.length} rows` : rows.map(({ name }, nth) => `${name} ${figures[nth]}`).join("; ");
  const svg = chartSvg({
    label: `${label}, ${axis.name}: ${told}`,
    ...{ width: WIDTH, height, pad: PAD, x: axis },
    draw: (x) => {
      const at = (value: number): number => x(value / scale.divisor);
      let top = PAD.top;
      const marks = rows.flatMap((row, nth) => {
        const own = rowMarks(row, top, figures[nth] ?? "", at, [x(axis.low), x(axis.high)]);
        top += heights[nth] ?? 0;
        return own;
      });
      return gathered(marks);
    },
  });
  return { svg, notes: thinnedNotes(rows) };
}

function thinnedNotes(rows: readonly StripRow[]): string[] {
  const most = rows.reduce((larger, { points }) => (points.count > larger.count ? points : larger), NONE);
  const { drawn, count } = most;
  if (drawn.length === count) return [];
  return [
    `Thinned: ${drawn.length} of up to ${count} samples a row are drawn, spread evenly over their sorted values with the smallest and the largest; intervals rest on all of them.`,
  ];
}

const NONE: Points = { drawn: [], count: 0, same: null };

const valuesOf = ({ points, summary, median, published }: StripRow): number[] => [
  ...points.drawn.map(({ value }) => value),
  ...published,
  ...[summary?.value, summary?.low, summary?.high, median].filter((value) => value !== null && value !== undefined),
];

export const openEnds = (summary: Summary): { low: boolean; high: boolean } => {
  const bound = summary.flags.includes("generator-bound");
  return { low: bound && summary.metric !== "rps", high: bound && summary.metric === "rps" };
};

const figureText = (summary: Summary | null, scale: Scale): string =>
  summary === null ? "no valid sample" : scaledText(summary, scale, openEnds(summary));

const lanesOf = (points: readonly Point[]): number[] =>
  [...new Set(points.map(({ round }) => round))].sort((a, b) => a - b);

const lanesHeight = (lanes: number): number => Math.max(0, Math.min(MOST, (lanes - 1) * LANE));

const labelHeight = (name: string, figure: string): number => LABEL * (name.length + figure.length > BESIDE ? 2 : 1);

const heightOf = (name: string, figure: string, points: readonly Point[]): number =>
  labelHeight(name, figure) + 8 + lanesHeight(lanesOf(points).length) + BELOW;

function rowMarks(
  row: StripRow,
  top: number,
  figure: string,
  at: (value: number) => number,
  ends: readonly [number, number],
): Mark[] {
  const label = labelHeight(row.name, figure);
  const first = top + label + 6;
  const lanes = lanesOf(row.points.drawn);
  const step = lanes.length > 1 ? lanesHeight(lanes.length) / (lanes.length - 1) : 0;
  const lane = new Map(lanes.map((round, nth) => [round, first + nth * step]));
  const places = (counts: boolean) =>
    row.points.drawn
      .filter((point) => point.counts === counts)
      .map(({ value, round }) => [at(value), lane.get(round) ?? first] as const);
  return [
    { lines: dots(places(true)), look: "sample" },
    { lines: crosses(places(false), 2.2), look: "void" },
    ...estimateMarks(row, first + lanesHeight(lanes.length) + 9, at, ends),
    { text: row.name, x: 0, y: top + 9, look: "b" },
    { text: figure, x: WIDTH, y: top + label - 6, align: "right" },
  ];
}

function estimateMarks(
  { summary, median, published }: StripRow,
  y: number,
  at: (value: number) => number,
  [from, to]: readonly [number, number],
): Mark[] {
  const quoted = published.map((value): Mark => ({ lines: diamond(at(value), y, 5), look: "published" }));
  if (summary === null) return quoted;
  const { value, low, high } = summary;
  const open = openEnds(summary);
  const bar =
    low === null || high === null || low === high
      ? []
      : interval(open.low ? from : at(low), open.high ? to : at(high), y, 4, open);
  return [
    { lines: bar, look: "bar" },
    { lines: median === null ? [] : line(at(median), y - 6, at(median), y + 6), look: "median" },
    { lines: dots([[at(value), y]]), look: "estimate" },
    ...quoted,
  ];
}
