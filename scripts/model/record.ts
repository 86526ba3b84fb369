import { z } from "zod";
import { FLAGS } from "./flag.ts";
import { METRICS, type Values } from "./metric.ts";

/** Smaller than any figure here, and larger: beyond them sums, logs and axes overflow. 0 is a value too. */
const LEAST_VALUE = 1e-12;
const MOST_VALUE = 1e18;

/** Whether a number can be a value of a metric, in the metric's unit. */
export const isValue = (number: unknown): number is number =>
  number === 0 || (typeof number === "number" && number >= LEAST_VALUE && number <= MOST_VALUE);

/**
 * Numbers of 0 or more by metric, checked in place: a schema of all names would look for every one of them in each of a
 * long run's samples, and copy what it finds.
 */
const valuesSchema = z.custom<Values>().check(({ value, issues }) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    issues.push({ code: "invalid_type", expected: "record", input: value });
    return;
  }
  for (const [metric, number] of Object.entries(value)) {
    if (!Object.hasOwn(METRICS, metric)) issues.push({ code: "unrecognized_keys", keys: [metric], input: value });
    else if (!isValue(number)) {
      issues.push({
        code: "custom",
        message: "a number of 0 or more that a measurement can give",
        input: number,
        path: [metric],
      });
    }
  }
});

/**
 * One line of records.jsonl: everything needed to judge a sample, or something that happened.
 *
 * `round` counts from 1; 0 stands for what is taken once (image, facts, traced runs, the pilot).
 */
export const sampleSchema = z.strictObject({
  kind: z.literal("sample"),
  seq: z.number().int(),
  at: z.string(),
  cell: z.string(),
  arm: z.string(),
  measure: z.string(),
  phase: z.enum(["once", "pilot", "rounds", "confirm"]),
  round: z.number().int(),
  /** Nth try of the same cell in the same round, from 1: a void try is kept and repeated at most twice. */
  attempt: z.number().int(),
  /** Nth trial of a cell that is taken several times in a round (cold start), from 1. */
  trial: z.number().int(),
  /** Length of the measuring window in seconds; 0 where nothing is timed. */
  window: z.number(),
  values: valuesSchema,
  /** Checkable facts of a build, by name. */
  facts: z.record(z.string(), z.union([z.boolean(), z.string(), z.number()])).optional(),
  flags: z.array(z.string().refine((flag) => Object.hasOwn(FLAGS, flag), { message: "a flag of the kit" })),
  /** Exogenous reason for which this sample must not be used; null for a valid one. */
  void: z.string().nullable(),
  /** Raw readings behind the values: kernel files, tool output's place in logs/, errors by kind. */
  evidence: z.record(z.string(), z.unknown()),
});
export type Sample = z.infer<typeof sampleSchema>;

export const eventSchema = z.strictObject({
  kind: z.literal("event"),
  seq: z.number().int(),
  at: z.string(),
  what: z.enum(["limits", "start-failed", "cell-failed", "round", "interrupted", "note"]),
  arm: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type RunEvent = z.infer<typeof eventSchema>;

export const recordSchema = z.discriminatedUnion("kind", [sampleSchema, eventSchema]);
export type RunRecord = z.infer<typeof recordSchema>;

type Unnumbered<T> = T extends RunRecord ? Omit<T, "seq" | "at"> : never;
/** A record as a stage hands it over; the writer numbers and dates it. */
export type NewRecord = Unnumbered<RunRecord>;
/** Takes a record for good: when the promise resolves the line is on disk. */
export type RecordSink = (record: NewRecord) => Promise<void>;
