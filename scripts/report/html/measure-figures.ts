import type { Metric } from "../../model/metric.ts";
import { bytesText, threeDigits } from "../../model/quantity.ts";
import type { Evidence } from "./evidence.ts";
import { figureMarkup } from "./figure.ts";
import type { Markup } from "./markup.ts";
import { cellNames, type MeasureGroup } from "./measure-group.ts";
import { distributionPlot } from "./plots/distribution.ts";
import { type PartOf, type PartsRow, partsPlot } from "./plots/parts.ts";
import { evenly, sortedCounted } from "./points.ts";
import { table } from "./table.ts";

/** How the starts of each arm are distributed, every trial of every round. */
export function startsFigure(evidence: Evidence, group: MeasureGroup): Markup | null {
  const names = cellNames(group.cells);
  const rows = group.cells
    .map((cell, nth) => ({ name: names[nth] ?? "", sorted: sortedCounted(cell, "cold-start") }))
    .filter(({ sorted }) => sorted.length > 0);
  if (rows.length === 0) return null;
  const quartiles = rows.map(({ name, sorted }) => {
    const at = (share: number): string => threeDigits(sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN);
    return [name, String(sorted.length), at(0), at(0.25), at(0.5), at(0.75), at(1)];
  });
  const heads = ["smallest", "lower quartile", "middle", "upper quartile", "largest"];
  const notes = rows.some(({ sorted }) => sorted.length > evidence.limit)
    ? [`Thinned: ${evidence.limit} steps a line, spread evenly over its sorted samples.`]
    : [];
  return figureMarkup({
    title: "Cold start, distribution",
    text: "every valid start of every round is one step",
    plot: distributionPlot("Cold start", "ms", rows, evidence.limit),
    notes,
    data: table(
      "Cold start in ms, distribution",
      [{ head: "arm" }, ...["starts", ...heads].map((head) => ({ head, figures: true }))],
      quartiles,
    ),
  });
}

/** What idle memory consists of. An arm whose figures do not add up has no row: its parts would be made up. */
export function memoryFigure(evidence: Evidence, group: MeasureGroup): Markup | null {
  const names = cellNames(group.cells);
  const rows = group.cells.flatMap((cell, nth): PartsRow[] => {
    const value = (metric: Metric): number | null => evidence.summary(cell, metric)?.value ?? null;
    const parts = memoryParts(value("smaps-rss"), value("uss"), value("anonymous"));
    if (parts === null) return [];
    const samples = evenly(sortedCounted(cell, "smaps-rss"), evidence.limit);
    return [{ name: names[nth] ?? cell.arm, parts, samples, figure: bytesText(value("smaps-rss") ?? 0) }];
  });
  if (rows.length === 0) return null;
  const heads = [...new Set(rows.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  return figureMarkup({
    title: "What idle memory consists of",
    text: "resident memory by page walk, mean over rounds; dots: its samples",
    plot: partsPlot("Idle memory", rows),
    data: table(
      "Idle memory by parts",
      [{ head: "arm" }, ...heads.map((head) => ({ head, figures: true })), { head: "together", figures: true }],
      rows.map(({ name, parts, figure }) => [
        name,
        ...heads.map((head) => bytesText(parts.find((part) => part.name === head)?.bytes ?? 0)),
        figure,
      ]),
    ),
  });
}

/** USS is what no other process maps; of it, what is backed by no file is anonymous. */
export function memoryParts(rss: number | null, uss: number | null, anonymous: number | null): PartOf[] | null {
  if (rss === null || uss === null || anonymous === null || uss > rss || anonymous > uss) return null;
  return [
    { name: "anonymous", bytes: anonymous, texture: "solid" },
    { name: "private, of files (USS less anonymous)", bytes: uss - anonymous, texture: "lined" },
    { name: "shared with other processes (RSS less USS)", bytes: rss - uss, texture: "empty" },
  ];
}
