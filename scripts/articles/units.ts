import type { PUBLISHED_UNITS } from "../model/article.ts";
import { METRICS, type Metric, type Unit } from "../model/metric.ts";

type PublishedUnit = (typeof PUBLISHED_UNITS)[number];

/** Units in which an article may quote a metric of each stored unit. */
const QUOTABLE: Record<Unit, readonly PublishedUnit[]> = {
  ms: ["ms", "s"],
  s: ["s", "ms"],
  us: ["ms", "s"],
  bytes: ["bytes", "kB", "MB", "MiB", "GB"],
  "1/s": ["1/s"],
  count: ["count"],
  share: ["%"],
};

export function unitsFor(metric: Metric): readonly PublishedUnit[] {
  return QUOTABLE[METRICS[metric].unit];
}
