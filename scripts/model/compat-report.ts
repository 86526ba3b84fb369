import { z } from "zod";

export const verdictSchema = z.enum(["identical", "same-answer", "different", "no-answer", "not-compiled"]);
export type Verdict = z.infer<typeof verdictSchema>;

/** One thing that differs; null where a side has none of it. */
export const differenceSchema = z.strictObject({
  what: z.string(),
  oracle: z.string().nullable(),
  target: z.string().nullable(),
});
export type Difference = z.infer<typeof differenceSchema>;

/** One side of a case: how many bytes came, how the connection ended, and the file with the bytes, seen from the run. */
const sideSchema = z.strictObject({
  bytes: z.number().int(),
  /** `open`: not ended when the stated time without a byte had passed. */
  end: z.enum(["closed", "reset", "open"]),
  file: z.string(),
});
export type Side = z.infer<typeof sideSchema>;

const caseResultSchema = z.strictObject({
  name: z.string(),
  verdict: verdictSchema,
  differs: z.array(differenceSchema),
  /** Why there is no answer or no compiled program; null elsewhere. */
  why: z.string().nullable(),
  /** Null where there was no conversation. */
  side: sideSchema.nullable(),
});
export type CaseResult = z.infer<typeof caseResultSchema>;

const countsSchema = z.strictObject({
  identical: z.number().int(),
  sameAnswer: z.number().int(),
  different: z.number().int(),
  noAnswer: z.number().int(),
  notCompiled: z.number().int(),
});
export type Counts = z.infer<typeof countsSchema>;

const targetResultSchema = z.strictObject({
  target: z.string(),
  app: z.string(),
  about: z.string(),
  /** `unavailable`: nothing was found out about the program, and no case has a verdict. */
  status: z.enum(["compared", "not-compiled", "unavailable"]),
  /** Why it was not compared. */
  reason: z.string().nullable(),
  /** In what this target was asked otherwise than the oracle, such as a variant of the program. */
  deviations: z.array(z.string()),
  /** Of the whole battery, starts of the server included; null where it was not run. */
  seconds: z.number().nullable(),
  counts: countsSchema,
  cases: z.array(caseResultSchema),
});
export type TargetResult = z.infer<typeof targetResultSchema>;

/** What `bench compat --json` prints and keeps as compat.json, schema 1. */
export const compatReportSchema = z.strictObject({
  schema: z.literal(1),
  run: z.string(),
  startedAt: z.string(),
  kit: z.strictObject({ version: z.string(), commit: z.string().nullable() }),
  engine: z.string(),
  /** Milliseconds without a byte: after `idle` an answer is missing, after `quiet` a connection counts as open. */
  limits: z.strictObject({ idle: z.number(), quiet: z.number() }),
  oracle: z.strictObject({ target: z.string(), app: z.string(), about: z.string(), seconds: z.number() }),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      why: z.string(),
      section: z.string(),
      ends: z.enum(["open", "closed"]),
      /** The file with the bytes sent. */
      sent: z.string(),
      oracle: sideSchema,
      /** What the oracle did otherwise than the case says, such as leaving a connection open; null where nothing. */
      unexpected: z.string().nullable(),
    }),
  ),
  targets: z.array(targetResultSchema),
});
export type CompatReport = z.infer<typeof compatReportSchema>;

/** How many cases came to what: every case in exactly one of them. */
export function countsOf(cases: readonly Pick<CaseResult, "verdict">[]): Counts {
  const of = (verdict: Verdict) => cases.filter((one) => one.verdict === verdict).length;
  return {
    identical: of("identical"),
    sameAnswer: of("same-answer"),
    different: of("different"),
    noAnswer: of("no-answer"),
    notCompiled: of("not-compiled"),
  };
}
