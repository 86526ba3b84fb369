import type { Metric } from "../../model/metric.ts";
import type { CellSamples } from "./cell-samples.ts";

/** One value as it is drawn and listed. */
export interface Point {
  round: number;
  value: number;
  /** Whether it is among what is judged; otherwise it was void, or taken again. */
  counts: boolean;
}

/** The values of a metric in a cell, in the order taken: all of them, or as many as are drawn. */
export interface Points {
  drawn: readonly Point[];
  count: number;
  /** The one value that all of them have; null where they differ or there are none. */
  same: number | null;
}

/**
 * Of more than `limit` values as many are drawn, spread evenly over the sorted values with the smallest and the largest
 * among them, so that the picture keeps the shape of the distribution. No more than those are held: a long run has
 * hundreds of thousands.
 */
export function pointsOf({ all, counts, columns }: CellSamples, metric: Metric, limit: number): Points {
  const column = columns.get(metric) ?? new Float64Array();
  const sorted = sortedValues(column);
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const wanted = sorted.length > limit ? tally(evenly(sorted, limit)) : null;
  const drawn: Point[] = [];
  for (let nth = 0; nth < column.length; nth++) {
    const value = column[nth] as number;
    if (Number.isNaN(value) || !take(wanted, value)) continue;
    drawn.push({ round: all[nth]?.round ?? 0, value, counts: counts[nth] === 1 });
  }
  return { drawn, count: sorted.length, same: sorted.length > 0 && first === last ? first : null };
}

/** The values of a column, the smallest first, without the places that have none. */
function sortedValues(column: Float64Array): Float64Array {
  const values = new Float64Array(column.length);
  let count = 0;
  for (const value of column) if (!Number.isNaN(value)) values[count++] = value;
  return values.subarray(0, count).sort();
}

/** The same of the samples that count. */
export function sortedCounted({ columns, counts }: CellSamples, metric: Metric): Float64Array {
  return sortedValues((columns.get(metric) ?? new Float64Array()).filter((_, nth) => counts[nth] === 1));
}

/** At most `limit` of these, at even distances, the first and the last among them. */
export function evenly<T>(list: ArrayLike<T>, limit: number): T[] {
  const count = Math.min(limit, list.length);
  const step = count > 1 ? (list.length - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, nth) => list[Math.round(nth * step)] as T);
}

function tally(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function take(wanted: Map<number, number> | null, value: number): boolean {
  if (wanted === null) return true;
  const left = wanted.get(value) ?? 0;
  if (left > 0) wanted.set(value, left - 1);
  return left > 0;
}
