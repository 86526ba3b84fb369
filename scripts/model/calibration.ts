import { z } from "zod";
import { keyedHostSchema } from "./host-key.ts";
import { METRIC_NAMES, type Metric } from "./metric.ts";

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
const tool = (name: string): Record<string, Quantity> => ({
  [`rps.${name}`]: { metric: "rps", says: `${name} run by the kit, against ${name} alone`, goal: within(0.03) },
  [`requests.${name}`]: { metric: "requests", says: `${name}'s successes, against those sent`, goal: EXACT },
  [`errors.${name}`]: { metric: "errors", says: `${name}'s errors, against the 500s sent`, goal: EXACT },
});

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
  ...tool("oha"),
  ...tool("wrk"),
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
