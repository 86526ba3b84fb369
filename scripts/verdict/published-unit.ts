import { METRICS, type Metric } from "../model/metric.ts";
import { BYTES_OF, type ByteUnit, readingsOfUnit } from "./outcome-units.ts";

/** A published unit under one admissible reading. */
export interface UnitReading {
  /** Such as "MiB"; as printed for the first. */
  unit: string;
  /** Multiplies a published figure into the metric's unit. */
  factor: number;
}

/** How many of a metric's unit one published unit is. */
const FACTORS: Record<string, Record<string, number>> = {
  ms: { ms: 1, s: 1000 },
  s: { s: 1, ms: 0.001 },
  us: { ms: 1000, s: 1e6 },
  "1/s": { "1/s": 1 },
  count: { count: 1 },
  share: { "%": 0.01, x: 1 },
};

/**
 * Admissible readings of a published unit for a metric, the one as printed first; empty when the unit does not fit.
 */
export function unitReadings(metric: Metric, unit: string): UnitReading[] {
  const own = METRICS[metric].unit;
  if (own === "bytes") {
    if (!(unit in BYTES_OF)) return [];
    return readingsOfUnit(1, unit as ByteUnit).map((each) => ({ unit: each.unit, factor: each.bytes }));
  }
  const factor = FACTORS[own]?.[unit];
  return factor === undefined ? [] : [{ unit, factor }];
}
