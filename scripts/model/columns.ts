import type { Metric } from "./metric.ts";
import type { Sample } from "./record.ts";

/** Of every metric its values, one a sample in the order of the samples; NaN where a sample has none. */
export type Columns = ReadonlyMap<Metric, Float64Array>;

/**
 * The values of samples by metric. One pass over the samples serves every figure of them: looking a metric up in each
 * sample again is most of what a long run's report would do.
 */
export function columnsOf(samples: readonly Pick<Sample, "values">[]): Columns {
  const columns = new Map<Metric, Float64Array>();
  for (let nth = 0; nth < samples.length; nth++) {
    const values = samples[nth]?.values ?? {};
    for (const metric in values) {
      let column = columns.get(metric as Metric);
      if (column === undefined) {
        column = new Float64Array(samples.length).fill(Number.NaN);
        columns.set(metric as Metric, column);
      }
      column[nth] = values[metric as Metric] ?? Number.NaN;
    }
  }
  return columns;
}
