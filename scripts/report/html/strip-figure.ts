import { METRICS, type Metric } from "../../model/metric.ts";
import { intervalText, quantityText, threeDigits } from "../../model/quantity.ts";
import type { Evidence } from "./evidence.ts";
import { figureMarkup } from "./figure.ts";
import { html, joined, type Markup } from "./markup.ts";
import { cellNames, type MeasureGroup } from "./measure-group.ts";
import { type Scale, scaleOf } from "./plots/scale.ts";
import { type StripRow, stripPlot } from "./plots/strip.ts";
import { type Points, pointsOf } from "./points.ts";
import { tableOfFilled } from "./table.ts";

/** Samples listed in the table behind a plot; a longer list is left to records.csv. */
const MOST_LISTED = 120;

interface Row extends StripRow {
  /** The instrument's error of this figure. */
  error: string;
}

/** One metric of a measure with every sample, or the one value that all of them are: then there is nothing to see. */
export function stripFigure(
  evidence: Evidence,
  group: MeasureGroup,
  metric: Metric,
): { figure: Markup } | { same: string } {
  const names = cellNames(group.cells);
  const rows = group.cells.flatMap((cell, nth): Row[] => {
    const points = pointsOf(cell, metric, evidence.limit);
    if (points.count === 0) return [];
    const summary = evidence.summary(cell, metric);
    const median = evidence.summary(cell, metric, "median")?.value ?? null;
    const about = { published: evidence.published(cell, metric), error: evidence.error(cell, metric) };
    return [{ name: names[nth] ?? cell.arm, points, summary, median, ...about }];
  });
  const { label, unit } = METRICS[metric];
  const same = rows[0]?.points.same ?? null;
  const alike = same !== null && rows.every(({ points, published }) => points.same === same && published.length === 0);
  // The value of a single row is a figure of its own; of several, or 0, that there is nothing to see is the figure.
  if (alike && (rows.length > 1 || same === 0))
    return { same: `${label}: ${quantityText(same, unit)} in every sample` };
  const { svg, notes } = stripPlot(label, unit, rows);
  return { figure: figureMarkup({ title: capital(label), plot: svg, notes, data: dataOf(label, unit, rows) }) };
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function dataOf(label: string, unit: string, rows: readonly Row[]): Markup {
  const scale = scaleOf(
    unit,
    rows.flatMap(({ points }) => points.drawn.map(({ value }) => value)),
  );
  const cells = rows.map(({ name, points, summary, median, error }) => [
    name,
    summary === null ? "no valid sample" : quantityText(summary.value, unit),
    summary === null || summary.low === summary.high ? "" : intervalText(summary),
    median === null ? "" : quantityText(median, unit),
    summary === null ? "" : String(summary.rounds),
    summary?.flags.join(", ") ?? "",
    error,
    samplesText(points, scale),
  ]);
  const columns = [
    ...[{ head: "arm" }, { head: "value" }, { head: "95 % interval" }, { head: "median" }, { head: "n" }],
    ...[{ head: "flags" }, { head: "instrument's error" }, { head: `samples, rounds apart, ${scale.name || "count"}` }],
  ];
  const methods = [...new Set(rows.flatMap(({ summary }) => summary?.method ?? []))];
  return html`<p class="note">Value: ${methods.join("; ") || "none"}.</p>${tableOfFilled(label, columns, cells)}`;
}

/** Every sample in the order taken, rounds apart, those that do not count struck out. */
function samplesText({ drawn: points, count }: Points, { divisor }: Scale): Markup {
  if (count > Math.min(MOST_LISTED, points.length)) return html`${count} samples: see records.csv`;
  const rounds = [...new Set(points.map(({ round }) => round))];
  return joined(
    rounds.map((round) =>
      joined(
        points
          .filter((point) => point.round === round)
          .map(({ value, counts }) =>
            counts ? threeDigits(value / divisor) : html`<s>${threeDigits(value / divisor)}</s>`,
          ),
        " ",
      ),
    ),
    " | ",
  );
}
