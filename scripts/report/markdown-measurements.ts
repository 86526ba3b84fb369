import type { CellEvidence } from "../model/evidence.ts";
import type { Summary } from "../model/judgement.ts";
import { METRICS } from "../model/metric.ts";
import { intervalText, quantityText } from "../model/quantity.ts";
import { errorText, instrumentText } from "./instrument.ts";
import { details, section, table } from "./markdown-table.ts";
import { md } from "./markdown-text.ts";
import type { Report } from "./schema.ts";

/** Rounds shown side by side; a run of more has them in report.json. */
const MOST_ROUNDS = 12;

export function summariesSection(report: Report): string {
  const { summaries, evidence, instrument } = report;
  const head = instrument === null ? HEAD : [...HEAD, "instrument's error"];
  const measures = [...new Set(summaries.map(headingOf))];
  const tables = measures.map((measure) => {
    const own = summaries.filter((summary) => headingOf(summary) === measure);
    // Side by side by metric: what a reader compares are the arms.
    const metrics = Object.keys(METRICS).filter((name) => own.some(({ metric }) => metric === name));
    const rows = metrics.flatMap((name) =>
      own
        .filter(({ metric }) => metric === name)
        .map((summary) => {
          const row = rowOf(summary, evidence);
          return instrument === null ? row : [...row, errorText(report, summary)];
        }),
    );
    return `${md`### ${measure}`.source}\n\n${details(`${rows.length} figures`, table(head, rows))}`;
  });
  return section("All measurements", `${INTRODUCTION} ${md`${instrumentText(report)}`.source}\n`, ...tables);
}

const HEAD = ["metric", "arm", "value", "interval", "n", "samples used", "how", "flags"];
const INTRODUCTION =
  "Intervals: 95 %; n: rounds. A value that could not be measured has no row. Of the samples tried, those are used that " +
  "no disturbance spoilt (void), that were not taken again, and that have the value.";

const headingOf = ({ measure, phase }: Summary): string => (phase === "confirm" ? `${measure}, fresh rounds` : measure);

function rowOf(summary: Summary, evidence: readonly CellEvidence[]): string[] {
  const { metric, arm, value, unit, rounds, statistic, method, flags } = summary;
  const how = statistic === null ? method : `${statistic} of trials; ${method}`;
  return [
    METRICS[metric].label,
    arm,
    quantityText(value, unit),
    summary.low === summary.high ? "" : intervalText(summary),
    String(rounds),
    samplesText(summary, evidence),
    how,
    flags.join(", "),
  ];
}

/** `26 of 31, 5 void; 1 to 5 a round`: where a round has several trials, how many of them it rests on. */
function samplesText({ samples, arm, measure, phase, statistic }: Summary, evidence: readonly CellEvidence[]): string {
  const lost = samples.void === 0 ? "" : `, ${samples.void} void`;
  const used = `${samples.used} of ${samples.tried}${lost}`;
  const own = evidence.find((cell) => cell.arm === arm && cell.measure === measure && cell.phase === phase);
  if (statistic === null || own === undefined) return used;
  const trials = own.rounds.map(({ records }) => records.length);
  const [fewest, most] = [Math.min(...trials), Math.max(...trials)];
  return `${used}; ${fewest === most ? fewest : `${fewest} to ${most}`} a round`;
}

export function roundsSection({ evidence }: Report): string {
  const cells = evidence.map((cell) => {
    const { arm, measure, phase, tried, void: lost, rounds, more } = cell;
    const fresh = phase === "confirm" ? ", fresh rounds" : "";
    const used = rounds.reduce((sum, { records }) => sum + records.length, 0);
    const extent = phase === "once" ? "taken once" : `${rounds.length + more} rounds`;
    const samples = more > 0 ? `${tried} samples tried` : `${used} of ${tried} samples used`;
    return details(`${arm} ${measure}${fresh}: ${extent}, ${samples}, ${lost} void`, roundsTable(cell));
  });
  return section("Round by round", `${ROUNDS_INTRODUCTION}\n`, ...cells);
}

const ROUNDS_INTRODUCTION =
  "What each figure above rests on. A record's number is its `seq` in records.jsonl, and its line there; its evidence " +
  "has the raw readings, and names the tool's own output under logs/ where there is one. Where a round has several " +
  "records, its values are their means.";

function roundsTable({ rounds, more }: CellEvidence): string {
  const shown = rounds.slice(0, MOST_ROUNDS);
  const left = rounds.length - shown.length + more;
  const metrics = Object.entries(METRICS).filter(([name]) => shown.some(({ values }) => name in values));
  const rows = metrics.map(([name, { label, unit }]) => [
    label,
    ...shown.map(({ values }) => {
      const value = values[name as keyof typeof values];
      return value === undefined ? "" : quantityText(value, unit);
    }),
  ]);
  const numbers = ["records", ...shown.map(({ records }) => records.join(", "))];
  const head = ["", ...shown.map(({ round }) => (round === 0 ? "value" : `round ${round}`))];
  const rest = left === 0 ? "" : `\n${left} further rounds are in records.jsonl.\n`;
  return `${table(head, [numbers, ...rows])}${rest}`;
}
