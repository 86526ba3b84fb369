import { METRICS, type Metric } from "../model/metric.ts";

/** Counted exactly, byte by byte: one reading is enough and has no interval. */
const COUNTED: readonly Metric[] = ["image-unpacked", "image-compressed", "image-unique", "binary"];

/** Taken once in a run, but of something that varies: a single reading without an interval. */
const ONCE: readonly Metric[] = ["build-time", "syscalls-per-response", "writes-per-response"];

/** Tails of a distribution: they move from round to round without the subject being unsteady. */
const TAILS: readonly Metric[] = ["latency-p90", "latency-p99", "latency@rate-p90", "latency@rate-p99"];

export const isCounted = (metric: Metric): boolean => COUNTED.includes(metric);

/** The phase whose samples hold a metric; `rounds` unless it is taken once. */
export const phaseOf = (metric: Metric): "once" | "rounds" =>
  isCounted(metric) || ONCE.includes(metric) ? "once" : "rounds";

/** Positive, with noise in proportion to its size: a geometric mean and logarithms describe it. */
export function isProportional(metric: Metric): boolean {
  const { unit } = METRICS[metric];
  return unit !== "count" && unit !== "share";
}

/** Whether rounds far apart say something of the subject, rather than of a tail or of a small count. */
export const showsStability = (metric: Metric): boolean => isProportional(metric) && !TAILS.includes(metric);

/**
 * What a load generator at its limit does to a metric: a rate becomes a lower bound, a latency (which then includes
 * waiting in the generator) an upper bound; everything else stays what it is.
 */
export function busyGeneratorMakes(metric: Metric): "at-least" | "at-most" | null {
  if (metric === "rps") return "at-least";
  return metric.startsWith("latency") ? "at-most" : null;
}
