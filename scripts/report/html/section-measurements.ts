import type { Metric } from "../../model/metric.ts";
import { threeDigits } from "../../model/quantity.ts";
import type { Evidence } from "./evidence.ts";
import { latencyFigure } from "./latency-figure.ts";
import { layerFigures } from "./layer-figure.ts";
import { html, type Markup, type Part } from "./markup.ts";
import { memoryFigure, startsFigure } from "./measure-figures.ts";
import { cellNames, type MeasureGroup, metricsOf } from "./measure-group.ts";
import { anchor, type Section } from "./section.ts";
import { capital, stripFigure } from "./strip-figure.ts";
import { table } from "./table.ts";

/** Of a load: what articles quote. The rest tells whether to believe it. */
const QUOTED: readonly Metric[] = ["rps", "latency-p50", "latency-p90", "latency-p99", "latency-mean"];

export function measurementsSection(evidence: Evidence): Section {
  return {
    id: "measurements",
    title: "All measurements",
    body: html`<p>Every sample of every metric. Dots run from the first round (top) to the last (bottom), so a drift of the machine shows as a slope.
The pilot, which judges nothing, is in <code>records.csv</code> and <code>records.jsonl</code> alone, which have every value in full precision.</p>
${legend}
${evidence.groups.map((group) => groupMarkup(evidence, group))}`,
  };
}

const legend = html`<ul class="legend" aria-label="Marks in the plots">
<li><svg viewBox="0 0 14 14" aria-hidden="true"><path class="sample" d="M7 7h0"/></svg> one sample</li>
<li><svg viewBox="0 0 14 14" aria-hidden="true"><path class="void" d="M4 4L10 10M4 10L10 4"/></svg> a sample that does not count: void, or taken again</li>
<li><svg viewBox="0 0 34 14" class="long" aria-hidden="true"><path class="bar" d="M2 7H32M2 3V11M32 3V11"/><path class="estimate" d="M17 7h0"/></svg> estimate and its 95 % interval over rounds; an arrow is an open end</li>
<li><svg viewBox="0 0 14 14" aria-hidden="true"><path class="median" d="M7 1V13"/></svg> the same of medians of trials</li>
<li><svg viewBox="0 0 14 14" aria-hidden="true"><path class="published" d="M2 7L7 2L12 7L7 12Z"/></svg> published</li>
</ul>`;

function groupMarkup(evidence: Evidence, group: MeasureGroup): Markup {
  const metrics = metricsOf(group.cells);
  const load = group.kind === "load";
  const first = load ? metrics.filter((metric) => QUOTED.includes(metric)) : metrics;
  const rest = load ? metrics.filter((metric) => !QUOTED.includes(metric)) : [];
  const same: string[] = [];
  const drawn = (list: readonly Metric[]): Markup[] =>
    list.flatMap((metric) => {
      const made = stripFigure(evidence, group, metric);
      if ("figure" in made) return [made.figure];
      same.push(made.same);
      return [];
    });
  const figures = [...overview(evidence, group), ...drawn(first)];
  const others = drawn(rest);
  const id = `measure-${anchor(group.key)}`;
  return html`<section class="measure" aria-labelledby="${id}"><h3 id="${id}">${group.title}</h3>
${lostText(group)}
<div class="figures-grid">${figures}</div>
${others.length === 0 ? null : html`<h4>What the load rested on</h4><div class="figures-grid">${others}</div>`}
${same.length === 0 ? null : html`<p class="note">${capital(same.join("; "))}.</p>`}
${group.kind === "syscalls" ? callsTable(group) : null}</section>\n`;
}

function overview(evidence: Evidence, group: MeasureGroup): Markup[] {
  const figure: Record<string, () => Markup | null> = {
    "cold-start": () => startsFigure(evidence, group),
    "idle-memory": () => memoryFigure(evidence, group),
    load: () => latencyFigure(evidence, group),
    image: () => layerFigures(group),
  };
  const made = figure[group.kind]?.() ?? null;
  return made === null ? [] : [made];
}

/** How many samples were spoilt, and by what: said where they are drawn. */
function lostText({ cells }: MeasureGroup): Part {
  const lost = cells.flatMap(({ all }) => all.filter((sample) => sample.void !== null));
  if (lost.length === 0) return null;
  const all = cells.reduce((sum, cell) => sum + cell.all.length, 0);
  return html`<p class="note">${lost.length} of ${all} samples are void: spoilt by something outside the experiment, drawn as crosses and not used.</p>`;
}

/** Which calls an answer takes, most frequent first. */
function callsTable({ cells, title }: MeasureGroup): Part {
  const names = cellNames(cells);
  const rows = cells.flatMap(({ all }, nth) => {
    const evidence = all.findLast((sample) => sample.void === null)?.evidence;
    const { calls, exchanges } = evidence ?? {};
    if (typeof calls !== "object" || calls === null || typeof exchanges !== "number" || exchanges <= 0) return [];
    const counts = Object.entries(calls).filter((entry): entry is [string, number] => typeof entry[1] === "number");
    const sorted = counts.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    const texts = sorted.map(([call, count]) => `${call} ${threeDigits(count / exchanges)}`);
    return [[names[nth] ?? "", String(exchanges), texts.join(", ")]];
  });
  return table(title, [{ head: "arm" }, { head: "answers", figures: true }, { head: "calls per answer" }], rows);
}
