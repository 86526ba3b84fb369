import { z } from "zod";
import { calibrationSchema } from "../model/calibration.ts";
import { cellEvidenceSchema } from "../model/evidence.ts";
import { claimResultSchema, driftSchema, summarySchema, voidsSchema } from "../model/judgement.ts";
import {
  deviationSchema,
  engineInfoSchema,
  hostSchema,
  planSchema,
  sharingSchema,
  subjectInfoSchema,
} from "../model/run.ts";

const number = z.number().nullable();
const detail = z.record(z.string(), z.unknown());

/** Limits of an arm: what was asked for and what the kernel says of the measured process. Sizes in bytes. */
export const limitsSchema = z.strictObject({ arm: z.string(), asked: detail, kernel: detail });
export type LimitsRow = z.infer<typeof limitsSchema>;

/** A subject: its image, sizes in bytes, and what limited it. Absent sizes are null, never 0. */
export const subjectSchema = z.strictObject({
  target: z.string(),
  app: z.string(),
  image: z.string().nullable(),
  digest: z.string().nullable(),
  status: subjectInfoSchema.shape.status,
  /** Of the subject's first arm that ran; every arm's are in `limits` of the report. */
  limits: z.strictObject({ asked: detail, kernel: detail }).nullable(),
  base: subjectInfoSchema.shape.base,
  binaryBytes: number,
  unpackedBytes: number,
  compressedBytes: number,
  compressor: z.string().nullable(),
  uniqueBytes: number,
  build: subjectInfoSchema.shape.build,
});
export type SubjectRow = z.infer<typeof subjectSchema>;

/** Something that went otherwise than planned and that a reader should know. */
export const findingSchema = z.strictObject({
  what: z.enum(["build-failed", "unavailable", "start-failed", "cell-failed", "interrupted", "note"]),
  where: z.string(),
  text: z.string(),
  /** Decisive lines of a log. */
  lines: z.array(z.string()),
  /** The whole log, relative to the run; null where there is none. */
  log: z.string().nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** report.json, schema 1. Values have full precision and the units of metric.ts. */
export const reportSchema = z.strictObject({
  schema: z.literal(1),
  run: z.string(),
  status: z.enum(["running", "done", "interrupted", "failed"]),
  kit: z.strictObject({ version: z.string(), commit: z.string().nullable() }),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  article: z.strictObject({ slug: z.string(), title: z.string() }),
  profile: planSchema.shape.profile,
  /** Printed on top of the report; empty where nothing needs saying. */
  stamps: z.array(z.string()),
  asked: z.strictObject({
    claims: z.array(z.string()),
    sensitivity: z.array(z.string()),
    arms: z.array(z.string()),
    cells: z.number().int(),
    rounds: z.number().int(),
  }),
  host: hostSchema,
  engine: engineInfoSchema,
  tools: z.record(z.string(), z.string()),
  subjects: z.array(subjectSchema),
  limits: z.array(limitsSchema),
  deviations: z.array(deviationSchema),
  /** Group → its heading, in the article's order. */
  groups: z.array(z.strictObject({ id: z.string(), says: z.string() })),
  claims: z.array(claimResultSchema),
  findings: z.array(findingSchema),
  summaries: z.array(summarySchema),
  /** What the summaries rest on, round by round. */
  evidence: z.array(cellEvidenceSchema),
  voids: z.array(voidsSchema),
  flags: z.array(z.strictObject({ flag: z.string(), advice: z.string(), where: z.array(z.string()) })),
  /** Seconds; `factor` is wall ÷ (windows + starts). */
  timing: z.strictObject({ wall: z.number(), windows: z.number(), starts: z.number(), factor: number }).nullable(),
  /** The calibration of this machine that the run found when it began; null where none was known. */
  instrument: calibrationSchema.nullable(),
  /** How the machine's speed moved; null with fewer than three rounds of any load. */
  drift: driftSchema.nullable(),
  /** How much load generator and subject share of a core; null where that was not measured. */
  sharing: sharingSchema.nullable(),
  /** What the figures hold for. */
  scope: z.string(),
  /** Commands that repeat the run, and make this report again. */
  repeat: z.array(z.string()),
});
export type Report = z.infer<typeof reportSchema>;

/** The JSON Schema that is checked in as schemas/report.schema.json. */
export function reportJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(reportSchema), title: "Rematch report, schema 1" };
}
