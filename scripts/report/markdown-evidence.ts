import type { Summary } from "../model/judgement.ts";
import { METRICS } from "../model/metric.ts";
import { intervalText, quantityText } from "../model/quantity.ts";
import { terminalLine } from "../model/terminal-text.ts";
import { lineText, list, section, table } from "./markdown-table.ts";
import type { Finding, Report } from "./schema.ts";

/** Lines of a log shown with a finding; the whole log is under logs/. */
const MOST_LINES = 12;
/** Places named beside a flag. */
const MOST_PLACES = 6;

export function findingsSection({ findings }: Report): string {
  return section("Findings", ...findings.map(findingText));
}

function findingText({ what, where, text, lines, log }: Finding): string {
  const kept = lines.slice(0, MOST_LINES).map((line) => `    ${terminalLine(line)}`);
  const missing = lines.length > MOST_LINES ? [`    … ${lines.length - MOST_LINES} more lines`] : [];
  const quoted = kept.length === 0 ? "" : `\n${[...kept, ...missing].join("\n")}\n`;
  const whole = log === null ? "" : ` (log: ${log})`;
  return `**${what}** ${lineText(where)}: ${lineText(text)}${whole}\n${quoted}`;
}

export function summariesSection({ summaries }: Report): string {
  const measures = [...new Set(summaries.map(headingOf))];
  const tables = measures.map((measure) => {
    const own = summaries.filter((summary) => headingOf(summary) === measure);
    // Side by side by metric: what a reader compares are the arms.
    const metrics = Object.keys(METRICS).filter((name) => own.some(({ metric }) => metric === name));
    const rows = metrics.flatMap((name) => own.filter(({ metric }) => metric === name).map(rowOf));
    return `### ${lineText(measure)}\n\n${table(HEAD, rows)}`;
  });
  return section("All measurements", "Intervals: 95 %. A value that could not be measured has no row.\n", ...tables);
}

const HEAD = ["metric", "arm", "value", "interval", "n", "how", "flags"];

const headingOf = ({ measure, phase }: Summary): string => (phase === "confirm" ? `${measure}, fresh rounds` : measure);

function rowOf(summary: Summary): string[] {
  const { metric, arm, value, unit, rounds, statistic, method, flags } = summary;
  const how = statistic === null ? method : `${statistic} of trials; ${method}`;
  return [
    METRICS[metric].label,
    arm,
    quantityText(value, unit),
    summary.low === summary.high ? "" : intervalText(summary),
    String(rounds),
    how,
    flags.join(", "),
  ];
}

export function flagsSection({ flags }: Report): string {
  const items = flags.map(({ flag, advice, where }) => {
    const more = where.length > MOST_PLACES ? ` and ${where.length - MOST_PLACES} more` : "";
    return `**${flag}**: ${advice}. At: ${where.slice(0, MOST_PLACES).join("; ")}${more}`;
  });
  return section("Flags", list(items));
}

export function voidsSection({ voids }: Report): string {
  const rows = voids.map(({ arm, tries, void: lost, causes }) => {
    const told = Object.entries(causes).map(([cause, times]) => `${times} × ${cause}`);
    return [arm, String(tries), String(lost), told.join("; ")];
  });
  return section("Samples made void by disturbances", table(["arm", "tries", "void", "causes"], rows));
}
