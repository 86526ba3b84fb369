import { paragraph } from "../../paragraph.ts";
import type { Forest, ForestRow } from "../forest-rows.ts";
import type { Markup } from "../markup.ts";
import { type Axis, logAxis } from "./axis.ts";
import { chartSvg } from "./chart.ts";
import { diamond, dots, gathered, interval, line, type Mark, rectangle, type TextLook } from "./mark.ts";

/** Where the parts of a row stand. Wide: text beside the drawing. Narrow, for phones: above it. */
interface Layout {
  width: number;
  left: number;
  right: number;
  /** Characters of a line of the label, and of the figures. */
  label: number;
  figure: number;
  beside: boolean;
}

const WIDE: Layout = { width: 940, left: 380, right: 250, label: 64, figure: 38, beside: true };
const NARROW: Layout = { width: 330, left: 8, right: 12, label: 54, figure: 54, beside: false };
const LINE = 15;
const TOP = 6;
const BOTTOM = 42;
const AXES = {
  ratio: "ratio, log scale; 1 means no difference",
  figure: "measured ÷ published, log scale; 1 means as published",
};

/** One forest plot in both layouts; the page shows the one that fits. */
export const forestPlot = (forest: Forest, title: string): { wide: Markup; narrow: Markup } => ({
  wide: drawn(forest, title, WIDE),
  narrow: drawn(forest, title, NARROW),
});

function drawn({ kind, rows }: Forest, title: string, layout: Layout): Markup {
  const axis = logAxis([1, ...rows.flatMap(placesOf)], AXES[kind]);
  const heights = rows.map((row) => heightOf(row, layout));
  const height = TOP + BOTTOM + heights.reduce((sum, each) => sum + each, 0);
  const told = rows.map(({ label, figure, word }) => `${label}: ${figure}, ${word}`);
  return chartSvg({
    label: `${title}: ${told.join("; ")}`,
    ...{ width: layout.width, height, x: axis },
    pad: { left: layout.left, right: layout.right, top: TOP, bottom: BOTTOM },
    draw: (x) => {
      let top = TOP;
      const marks = rows.flatMap((row, nth) => {
        const own = rowMarks(row, top, heights[nth] ?? 0, layout, axis, x);
        top += heights[nth] ?? 0;
        return own;
      });
      return gathered(marks);
    },
  });
}

const placesOf = ({ value, low, high, published, band }: ForestRow): number[] =>
  [value, low, high, published, band?.low, band?.high].filter((each) => each !== null && each !== undefined);

const linesOf = (text: string, columns: number): string[] => paragraph(text, columns).split("\n");

/** A row's lines of text: its label, and what was measured and what that came to. */
function textsOf(row: ForestRow, { label, figure }: Layout): { label: string[]; figure: string[] } {
  const short = `${row.figure} ${row.word}`;
  // The word of a verdict stands apart, so that it is found at once.
  const figures =
    row.level === "below" && short.length <= figure ? [short] : [...linesOf(row.figure, figure), row.word];
  return { label: linesOf(row.label, row.level === "claim" ? label - 6 : label - 2), figure: figures };
}

function heightOf(row: ForestRow, layout: Layout): number {
  const { label, figure } = textsOf(row, layout);
  const claim = row.level === "claim";
  if (!layout.beside) return (label.length + figure.length) * LINE + (claim ? 34 : 30);
  return Math.max(label.length, figure.length) * LINE + (claim ? 10 : 5);
}

function rowMarks(
  row: ForestRow,
  top: number,
  height: number,
  layout: Layout,
  axis: Axis,
  x: (value: number) => number,
): Mark[] {
  const { label, figure } = textsOf(row, layout);
  const claim = row.level === "claim";
  const { beside, width, right } = layout;
  const first = top + LINE / 2 + 4;
  const written = (text: string, nth: number, at: number, look: TextLook): Mark => ({
    ...{ text, x: at, y: first + nth * LINE },
    look: claim ? look : "m",
  });
  const lookAt = (nth: number): TextLook => (nth === figure.length - 1 ? `b ${row.tone}` : "");
  const indent = claim ? 0 : 14;
  const labels = label.map((text, nth) => written(text, nth, indent, "b"));
  const figures = figure.map((text, nth) =>
    beside
      ? written(text, nth, width - right + 14, lookAt(nth))
      : written(text, label.length + nth, indent, lookAt(nth)),
  );
  const middle = beside ? first : top + height - 14;
  const rule: Mark[] = claim && top > TOP ? [{ lines: line(0, top, width, top), look: "rule" }] : [];
  const band: [number, number] = beside ? [top, top + height] : [middle - 10, middle + 10];
  const one: Mark = { lines: line(x(1), band[0], x(1), band[1]), look: "one" };
  return [one, ...bandMarks(row, band, axis, x), ...barMarks(row, middle, axis, x), ...rule, ...labels, ...figures];
}

function bandMarks(
  { band }: ForestRow,
  [from, to]: [number, number],
  axis: Axis,
  x: (value: number) => number,
): Mark[] {
  if (band === null) return [];
  const edges = [band.low, band.high].filter((end) => end !== null);
  return [
    { lines: rectangle(x(band.low ?? axis.low), from, x(band.high ?? axis.high), to), look: "band" },
    ...edges.map((end): Mark => ({ lines: line(x(end), from, x(end), to), look: "band-edge" })),
  ];
}

function barMarks(row: ForestRow, y: number, axis: Axis, x: (value: number) => number): Mark[] {
  const { value, low, high, open, published, level } = row;
  const claim = level === "claim";
  const hasBar = (low !== null || open.low) && (high !== null || open.high) && low !== high;
  const bar = hasBar ? interval(x(low ?? axis.low), x(high ?? axis.high), y, claim ? 5 : 3.5, open) : [];
  return [
    { lines: bar, look: claim ? "bar" : "below-bar" },
    { lines: dots([[x(value), y]]), look: claim ? "estimate" : "below-estimate" },
    { lines: published === null || !claim ? [] : diamond(x(published), y, 6), look: "published" },
  ];
}
