import { lastTries } from "../../model/last-try.ts";
import type { RunRecord, Sample } from "../../model/record.ts";

/** The samples of one cell in one phase, in the order taken. */
export interface CellSamples {
  arm: string;
  measure: string;
  phase: Sample["phase"];
  all: readonly Sample[];
  /** Those that count: of each round and trial the last try, where it is not void. In the order taken. */
  counted: readonly Sample[];
  /** Of every metric, whether any sample has a value of it. */
  metrics: ReadonlySet<string>;
}

/** Samples by cell and phase; refers to the records, copies none. */
export function cellSamples(records: readonly RunRecord[]): CellSamples[] {
  const cells = new Map<string, Sample[]>();
  for (const record of records) {
    if (record.kind !== "sample") continue;
    const key = `${record.phase} ${record.cell}`;
    const own = cells.get(key);
    if (own) own.push(record);
    else cells.set(key, [record]);
  }
  return [...cells.values()].map(cellOf);
}

function cellOf(samples: Sample[]): CellSamples {
  const all = samples.sort((a, b) => a.seq - b.seq);
  const [{ arm, measure, phase }] = all as [Sample];
  const last = new Set(lastTries(all));
  const metrics = new Set<string>();
  for (const { values } of all) for (const metric in values) metrics.add(metric);
  return { arm, measure, phase, all, counted: all.filter((each) => each.void === null && last.has(each)), metrics };
}
