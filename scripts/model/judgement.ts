import { z } from "zod";
import { cellEvidenceSchema } from "./evidence.ts";
import { METRIC_NAMES } from "./metric.ts";
import { deviationSchema } from "./run.ts";
import { toolSchema } from "./tool.ts";

/** What the verdict stage hands to the report. Full precision; units are those of metric.ts unless said. */
const tool = toolSchema;
const number = z.number().nullable();

/** What the evidence says of one relation under one reading. */
export const outcomeSchema = z.enum([
  "reproduced",
  "stronger",
  "weaker",
  "size-undecided",
  "reversed",
  "outside",
  "inconclusive",
  "not-measured",
]);
export type Outcome = z.infer<typeof outcomeSchema>;

/** What a claim comes to over all its readings (docs/method.md). `shown`: printed beside ours, not judged. */
export const verdictSchema = z.enum([...outcomeSchema.options, "reproduced-under", "contradicted", "shown"]);
export type Verdict = z.infer<typeof verdictSchema>;

/** A value or ratio with its interval. Without one both ends are null. */
export const measuredSchema = z.strictObject({
  value: z.number(),
  low: number,
  high: number,
  /** Which side a load generator at its limit leaves open: "at-least" has no `high`, "at-most" a `low` of 0. */
  bound: z.enum(["at-least", "at-most", "open"]).nullable(),
  rounds: z.number().int(),
  unit: z.string(),
  method: z.string(),
  tool: tool.nullable(),
});
export type Measured = z.infer<typeof measuredSchema>;

/** One way to read the claim, judged; `primary` is the claim as its file states it. */
export const readingSchema = z.strictObject({
  id: z.string(),
  what: z.string(),
  outcome: outcomeSchema,
  measured: measuredSchema.nullable(),
  /** The published value this reading compares with, in the unit of `measured`; null where that is no number. */
  published: number,
  /** Tolerance, as a share, at which the outcome would change; null where none would change it. */
  flipsAtTolerance: number,
  /** Why it was not measured or nothing can be said; null otherwise. */
  because: z.string().nullable(),
  flags: z.array(z.string()),
});
export type Reading = z.infer<typeof readingSchema>;

/** A reading by name, as sentences and lists have it. */
export const readingName = ({ id }: Pick<Reading, "id">): string => (id === "primary" ? "as stated" : id);

/** System calls per response of one role, from a traced run; null where none was taken. */
export const tracedSchema = z.strictObject({ role: z.string(), arm: z.string(), writes: number, all: number });
export type Traced = z.infer<typeof tracedSchema>;

/** An arm tried to explain a disagreement. */
export const armResultSchema = readingSchema.extend({
  traced: z.array(tracedSchema),
  /** The same arm in fresh rounds; null where there were none. `p` is adjusted by Holm over the arms confirmed. */
  confirmed: z.strictObject({ measured: measuredSchema.nullable(), p: number, agrees: z.boolean() }).nullable(),
});
export type ArmResult = z.infer<typeof armResultSchema>;

export const claimResultSchema = z.strictObject({
  id: z.string(),
  group: z.string(),
  says: z.string(),
  relation: z.string(),
  metric: z.enum(METRIC_NAMES).nullable(),
  /** Arms compared, in the order of the relation. */
  subjects: z.array(z.string()),
  published: z.strictObject({
    value: z.union([z.number(), z.string(), z.boolean()]).nullable(),
    /** Upper end of a published range. */
    high: number,
    unit: z.string().nullable(),
    provenance: z.string(),
  }),
  measured: measuredSchema.nullable(),
  /** The same claim by every tool that measured it, where that is more than one. */
  tools: z.array(
    z.strictObject({ tool, outcome: outcomeSchema, measured: measuredSchema.nullable(), judged: z.boolean() }),
  ),
  readings: z.array(readingSchema),
  arms: z.array(armResultSchema),
  traced: z.array(tracedSchema),
  verdict: verdictSchema,
  reason: z.string(),
  /** What the article's file says on how the claim is read or checked. */
  note: z.string().nullable(),
  flipsAtTolerance: number,
  /** The half-width of the band, as a share; null where the claim has none. */
  tolerance: number,
  /** The article's own arithmetic: the reading of its numbers that fits, or the flag that none does. */
  arithmetic: z.strictObject({ fits: z.string().nullable(), text: z.string() }).nullable(),
  /** What the article's own figures with their ± support: their difference as a share of both ± together. */
  spread: z.strictObject({ share: z.number(), supports: z.boolean(), text: z.string() }).nullable(),
  flags: z.array(z.string()),
  deviations: z.array(z.string()),
});
export type ClaimResult = z.infer<typeof claimResultSchema>;

/** One metric of one cell over its rounds. */
export const summarySchema = z.strictObject({
  /** `target/app`. */
  subject: z.string(),
  arm: z.string(),
  measure: z.string(),
  metric: z.enum(METRIC_NAMES),
  unit: z.string(),
  phase: z.enum(["once", "rounds", "confirm"]),
  /** How the trials of a round became one value; null where a round has one. */
  statistic: z.enum(["mean", "median"]).nullable(),
  rounds: z.number().int(),
  value: z.number(),
  low: number,
  high: number,
  method: z.string(),
  flags: z.array(z.string()),
  /** Samples whose values count here, tries of the cell in this phase, and those of them that a disturbance spoilt. */
  samples: z.strictObject({ used: z.number().int(), tried: z.number().int(), void: z.number().int() }),
});
export type Summary = z.infer<typeof summarySchema>;

/** Tries of one arm and how many of them a disturbance spoilt, by its cause. */
export const voidsSchema = z.strictObject({
  arm: z.string(),
  tries: z.number().int(),
  void: z.number().int(),
  causes: z.record(z.string(), z.number().int()),
});
export type Voids = z.infer<typeof voidsSchema>;

/** How all rates of loads moved over the rounds; changes are shares, from the first round to the last. */
export const driftSchema = z.strictObject({
  rounds: z.number().int(),
  change: z.number(),
  low: z.number(),
  high: z.number(),
  /** Of "no trend". */
  p: z.number(),
  drifted: z.boolean(),
  /** The first load, taken again last: its second rate ÷ its first; null where another one came last. */
  again: z.strictObject({ cell: z.string(), ratio: z.number() }).nullable(),
});
export type Drift = z.infer<typeof driftSchema>;

export const judgementSchema = z.strictObject({
  claims: z.array(claimResultSchema),
  summaries: z.array(summarySchema),
  evidence: z.array(cellEvidenceSchema),
  voids: z.array(voidsSchema),
  /** Null with fewer than three rounds of any load. */
  drift: driftSchema.nullable(),
  /** The run's deviations with those that only judging brings about, such as `load-tool`. */
  deviations: z.array(deviationSchema),
});
export type Judgement = z.infer<typeof judgementSchema>;
