import { lastTries } from "../model/last-try.ts";
import { METRIC_NAMES, METRICS, type Metric } from "../model/metric.ts";
import type { RunRecord, Sample } from "../model/record.ts";

/** Columns of records.csv, in this order (docs/records.md). */
const COLUMNS = [
  ...["record", "phase", "round", "order", "arm", "cell", "trial", "attempt", "metric", "value", "unit"],
  ...["counts", "void", "flags", "started_at", "recorded_at"],
];

/** Rows are handed over in pieces of about this many characters: a long run has a hundred megabytes of them. */
const PIECE = 1 << 16;

/**
 * records.csv, piece by piece: one row a sample and value, in the order taken, as RFC 4180 has it. A value that could not
 * be measured has no row.
 */
export function* recordsCsv(records: readonly RunRecord[]): Generator<string> {
  const taken = records.filter((record) => record.kind === "sample").sort((a, b) => a.seq - b.seq);
  const counts = countsOf(taken);
  const order = new Map<string, number>();
  const text = remembered();
  let piece = `${COLUMNS.join(",")}\r\n`;
  for (const [nth, sample] of taken.entries()) {
    const key = `${sample.phase} ${sample.round}`;
    const place = (order.get(key) ?? 0) + 1;
    order.set(key, place);
    piece += rowsOf(sample, place, counts[nth] === 1, text);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

/** Of each sample 1 where it is judged: the last try of its cell, phase, round and trial, and not void. */
function countsOf(samples: readonly Sample[]): Uint8Array {
  const cells = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = `${sample.phase} ${sample.cell}`;
    const own = cells.get(key);
    if (own) own.push(sample);
    else cells.set(key, [sample]);
  }
  const last = new Set([...cells.values()].flatMap(lastTries));
  return Uint8Array.from(samples, (sample) => (sample.void === null && last.has(sample) ? 1 : 0));
}

function rowsOf(sample: Sample, order: number, counts: boolean, text: (cell: string) => string): string {
  const { seq, phase, round, trial, attempt, values, at } = sample;
  const before = `${seq},${phase},${round},${order},${text(sample.arm)},${text(sample.cell)},${trial},${attempt}`;
  const state = `${counts ? "yes" : "no"},${text(sample.void ?? "")},${text(sample.flags.join(" "))}`;
  const after = `${state},${startOf(sample)},${cellText(at)}\r\n`;
  let rows = "";
  for (const metric in values) {
    rows += before + NAMES[metric as Metric] + values[metric as Metric] + UNITS[metric as Metric] + after;
  }
  return rows;
}

/** Name and unit of a metric as they stand on either side of its value. */
const NAMES = beside((metric) => `,${metric},`);
const UNITS = beside((metric) => `,${METRICS[metric].unit},`);

function beside(text: (metric: Metric) => string): Record<Metric, string> {
  return Object.fromEntries(METRIC_NAMES.map((metric) => [metric, text(metric)])) as Record<Metric, string>;
}

/** Milliseconds from 1970 that a date can be away (ECMA-262, time values). */
const LAST_DATE = 8.64e15;

/** When a sample began: as long before it was recorded as it took; empty where its time was not taken. */
function startOf({ at, evidence }: Sample): string {
  const start = typeof evidence.wall === "number" ? Date.parse(at) - evidence.wall * 1000 : Number.NaN;
  return Math.abs(start) <= LAST_DATE ? new Date(start).toISOString() : "";
}

/** `cellText` that remembers: arms and cells come again with every round. */
function remembered(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const cell = known.get(text) ?? cellText(text);
    known.set(text, cell);
    return cell;
  };
}

/**
 * Text as a cell. Quoted where it holds a comma, a quotation mark or a line break; behind an apostrophe where a
 * spreadsheet would run it as a formula.
 */
export function cellText(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
