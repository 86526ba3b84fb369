import { type Columns, columnsOf } from "../../model/columns.ts";
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
  /** Of each of all 1 where it counts. */
  counts: Uint8Array;
  /** The values of all by metric; one that no sample has is not there. */
  columns: Columns;
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
  const counts = Uint8Array.from(all, (each) => (each.void === null && last.has(each) ? 1 : 0));
  const counted = all.filter((_, nth) => counts[nth] === 1);
  return { arm, measure, phase, all, counted, counts, columns: columnsOf(all) };
}
