import { z } from "zod";
import { verdictSchema } from "../model/judgement.ts";
import { METRIC_NAMES } from "../model/metric.ts";

const number = z.number().nullable();

/** One thing in which the runs differ. `forbids`: figures under it cannot be compared. */
const differenceSchema = z.strictObject({
  what: z.string(),
  a: z.string(),
  b: z.string(),
  forbids: z.boolean(),
});
export type Difference = z.infer<typeof differenceSchema>;

const sideSchema = z.strictObject({ value: z.number(), rounds: z.number().int(), flags: z.array(z.string()) });

/** How a figure changed. `within`: no change beyond the floor was shown, which is not that there is none. */
export const changeSchema = z.enum(["regression", "improvement", "within", "not-judged"]);
export type Change = z.infer<typeof changeSchema>;

/** One metric of one cell in both runs, values in the metric's unit. */
const figureSchema = z.strictObject({
  arm: z.string(),
  measure: z.string(),
  metric: z.enum(METRIC_NAMES),
  unit: z.string(),
  better: z.enum(["lower", "higher"]),
  a: sideSchema,
  b: sideSchema,
  /** B ÷ A; null where a value is 0 or less. */
  ratio: number,
  /** Ends of the 95 % interval, of this figure alone; null where there are too few rounds. */
  low: number,
  high: number,
  df: number,
  method: z.enum(["Welch's t interval on logs, unpaired", "counted exactly", "one reading", "no ratio"]),
  change: changeSchema,
  /** p of the change it is said to be, or of the nearer one, by Holm over all figures judged; null without a test. */
  p: number,
  /** Why it is not judged; null where it is. */
  because: z.string().nullable(),
});
export type Figure = z.infer<typeof figureSchema>;

const verdictChangeSchema = z.strictObject({ id: z.string(), says: z.string(), a: verdictSchema, b: verdictSchema });
export type VerdictChange = z.infer<typeof verdictChangeSchema>;

const runSchema = z.strictObject({ run: z.string(), status: z.string(), startedAt: z.string(), profile: z.string() });

/** What `bench compare --json` prints, schema 1. */
export const comparisonSchema = z.strictObject({
  schema: z.literal(1),
  a: runSchema,
  b: runSchema,
  /** Whether nothing forbids comparing; where it is false the user asked for it anyway. */
  comparable: z.boolean(),
  differences: z.array(differenceSchema),
  /** Change from which on a figure is a regression or an improvement, as a share. */
  floor: z.number(),
  figures: z.array(figureSchema),
  /** Cells that only one of the runs has, `ARM MEASURE`. */
  only: z.strictObject({ a: z.array(z.string()), b: z.array(z.string()) }),
  /** Claims judged in both runs whose verdicts differ. */
  verdicts: z.array(verdictChangeSchema),
  /** Claims judged in both runs. */
  claims: z.number().int(),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** The JSON Schema that is checked in as schemas/compare.schema.json. */
export function comparisonJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(comparisonSchema), title: "Rematch comparison of two runs, schema 1" };
}
