import type { Markup } from "../markup.ts";
import { evenTicks } from "./axis.ts";
import { chartSvg } from "./chart.ts";
import { dots, gathered, type Line, line, type Mark, rectangle } from "./mark.ts";
import { scaleOf } from "./scale.ts";

/** A piece of a whole. `texture` tells pieces apart without colour. */
export interface PartOf {
  name: string;
  bytes: number;
  texture: "solid" | "lined" | "empty";
}

export interface PartsRow {
  name: string;
  parts: readonly PartOf[];
  /** Every sample of the whole, drawn above its end; none where the whole is counted exactly. */
  samples: readonly number[];
  figure: string;
}

const WIDTH = 360;
const PAD = { left: 18, right: 18, bottom: 40 };
const ROW = 54;
const KEY = 16;
const BAR = 12;

/** What wholes consist of, a row each, with every sample of the whole. From 0, since lengths are compared. */
export function partsPlot(label: string, rows: readonly PartsRow[]): Markup {
  const names = new Map(rows.flatMap(({ parts }) => parts.map(({ name, texture }) => [name, texture] as const)));
  const wholes = rows.flatMap(({ parts, samples }) => [parts.reduce((sum, { bytes }) => sum + bytes, 0), ...samples]);
  const scale = scaleOf("bytes", wholes);
  const high = (wholes.reduce((most, each) => Math.max(most, each), 0) / scale.divisor) * 1.04 || 1;
  const top = names.size * KEY + 8;
  return chartSvg({
    label: `${label}: ${rows.map(({ name, figure }) => `${name} ${figure}`).join("; ")}`,
    ...{ width: WIDTH, height: top + rows.length * ROW + PAD.bottom },
    pad: { ...PAD, top },
    x: { name: scale.name, at: (value) => value, low: 0, high, ticks: evenTicks(0, high, 5) },
    draw: (x) => {
      const at = (bytes: number): number => x(bytes / scale.divisor);
      const key = [...names].flatMap(([name, texture], nth): Mark[] => [
        ...textured(texture, 0, nth * KEY + 2, 30, nth * KEY + 12),
        { text: name, x: 38, y: nth * KEY + 7 },
      ]);
      return gathered([...key, ...rows.flatMap((row, nth) => rowMarks(row, top + nth * ROW, at))]);
    },
  });
}

function rowMarks({ name, parts, samples, figure }: PartsRow, top: number, at: (bytes: number) => number): Mark[] {
  const bar = top + 32;
  let from = 0;
  const pieces = parts.flatMap(({ bytes, texture }) => {
    const start = at(from);
    from += bytes;
    return bytes <= 0 ? [] : textured(texture, start, bar, at(from), bar + BAR);
  });
  const places = samples.map((value) => [at(value), bar - 6] as const);
  return [
    { text: name, x: 0, y: top + 10, look: "b" },
    { text: figure, x: WIDTH, y: top + 10, align: "right" },
    ...pieces,
    { lines: dots(places), look: "sample" },
  ];
}

function textured(texture: PartOf["texture"], left: number, top: number, right: number, bottom: number): Mark[] {
  const outline = rectangle(left, top, right, bottom);
  if (texture !== "lined") return [{ lines: outline, look: texture }];
  const count = Math.max(0, Math.floor((right - left) / 4));
  const lines = Array.from({ length: count }, (_, nth): Line[] =>
    line(left + 4 * (nth + 1), top, left + 4 * (nth + 1), bottom),
  );
  return [
    { lines: outline, look: "empty" },
    { lines: lines.flat(), look: "lined" },
  ];
}
