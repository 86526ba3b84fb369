import { z } from "zod";
import { keyedHostSchema } from "./host-key.ts";
import { METRIC_NAMES, type Metric } from "./metric.ts";
import { quantityText } from "./quantity.ts";

/** What a quantity has to keep: the bias in its own unit or as a share of the truth, and the spread in its unit. */
export interface Goal {
  bias: number;
  of: "unit" | "truth";
  iqr: number | null;
}

/** Something whose truth the fixture knows. The unit is the metric's. */
export interface Quantity {
  metric: Metric;
  says: string;
  goal: Goal;
}

const EXACT: Goal = { bias: 0, of: "unit", iqr: 0 };
const within = (share: number): Goal => ({ bias: share, of: "truth", iqr: null });
const START: Goal = { bias: 0.3, of: "unit", iqr: 0.5 };

const starts = (ms: number): Record<string, Quantity> => ({
  [`cold-start.${ms}ms`]: { metric: "cold-start", says: `listens after ${ms} ms: from its listen()`, goal: START },
  [`cold-start.${ms}ms.answer`]: {
    ...{ metric: "cold-start", says: `listens after ${ms} ms: from its sending the first answer`, goal: START },
  },
});
const pages = (metric: Metric): Record<string, Quantity> => ({
  [`${metric}.touched`]: { metric, says: "64 MiB touched", goal: EXACT },
  [`${metric}.cached`]: { metric, says: "256 MiB of a file read", goal: EXACT },
  [`${metric}.reserved`]: { metric, says: "20 GiB of address space reserved", goal: EXACT },
});
const costs = (more: number): Record<string, Quantity> => {
  const says = more === 0 ? "arithmetic of a fixed count of turns" : `${more} % more turns`;
  return { [`cpu-user-per-request.+${more}`]: { metric: "cpu-user-per-request", says, goal: within(0.02) } };
};
/** A quantity that each load tool has its own of. */
const byTool = (metric: Metric, says: string, goal: Goal): Record<string, Quantity> =>
  Object.fromEntries(["oha", "wrk"].map((name) => [`${metric}.${name}`, { metric, says: `${name}${says}`, goal }]));

/**
 * Everything that calibration compares with a truth, with the goals it has to keep: data, and judged by nothing else. Of
 * memory the difference is taken that an effect makes within one process.
 */
export const QUANTITIES: Readonly<Record<string, Quantity>> = {
  ...starts(2),
  ...starts(14),
  ...starts(50),
  ...starts(514),
  "cold-start-cpu.14ms": { metric: "cold-start-cpu", says: "CPU time to the first answer", goal: START },
  ...pages("rss"),
  ...pages("smaps-rss"),
  ...pages("pss"),
  ...pages("uss"),
  ...pages("anonymous"),
  "vsz.reserved": { metric: "vsz", says: "20 GiB of address space reserved", goal: EXACT },
  ...costs(0),
  ...costs(5),
  ...costs(10),
  ...costs(25),
  "cpu-per-request": { metric: "cpu-per-request", says: "the process's own CPU clock", goal: within(0.02) },
  ...byTool("rps", " run by the kit, against the same alone", within(0.03)),
  ...byTool("requests", "'s successes, against those sent", EXACT),
  ...byTool("errors", "'s errors, against the 500s sent", EXACT),
  "in-flight.oha": { metric: "in-flight", says: "requests read and never answered", goal: EXACT },
  "bytes-per-response": { metric: "bytes-per-response", says: "on loopback, less headers of TCP and IP", goal: EXACT },
  "latency-mean.5ms": { metric: "latency-mean", says: "answers held back for 5 ms, by oha", goal: within(0.05) },
  "latency-p99.500ms": { metric: "latency-p99", says: "one in 50 held back for 500 ms, by oha", goal: within(0.05) },
};

/** One truth and what the kit measured of it, in the metric's unit. */
export const observationSchema = z.strictObject({ quantity: z.string(), truth: z.number(), value: z.number() });
export type Observation = z.infer<typeof observationSchema>;

const number = z.number().nullable();

/** Bias and spread of one quantity. Without a valid observation everything but the goal is null, and it is not kept. */
export const quantityResultSchema = z.strictObject({
  quantity: z.string(),
  metric: z.enum(METRIC_NAMES),
  says: z.string(),
  unit: z.string(),
  /** Medians over the observations. */
  truth: number,
  median: number,
  /** Median of value − truth, and its interquartile range. */
  bias: number,
  iqr: number,
  n: z.number().int(),
  goal: z.strictObject({ bias: z.number(), of: z.enum(["unit", "truth"]), iqr: number }),
  ok: z.boolean(),
});
export type QuantityResult = z.infer<typeof quantityResultSchema>;

/** calibration.json, schema 1: what `bench calibrate` found on a machine. */
export const calibrationSchema = z.strictObject({
  schema: z.literal(1),
  /** When it ended, and how many seconds it took. */
  calibratedAt: z.string(),
  seconds: z.number(),
  kit: z.strictObject({ version: z.string(), commit: z.string().nullable() }),
  machine: keyedHostSchema,
  tools: z.record(z.string(), z.string()),
  quantities: z.array(quantityResultSchema),
});
export type Calibration = z.infer<typeof calibrationSchema>;

/** `+0.110 ms`, and for what has its goal as a share of the truth `+0.42 %`. */
export function biasText({
  goal,
  unit,
  truth,
  bias,
}: Pick<QuantityResult, "goal" | "unit" | "truth" | "bias">): string {
  if (truth === null || bias === null) return "not measured";
  const sign = bias > 0 ? "+" : "";
  return sign + (goal.of === "truth" ? quantityText(bias / truth, "share") : quantityText(bias, unit));
}
