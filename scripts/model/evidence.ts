import { z } from "zod";
import { METRIC_NAMES } from "./metric.ts";

/** Rounds whose values are listed one by one; profiles have ten at most. */
export const LISTED_ROUNDS = 100;

/** The raw data of one cell: of each round its values, and the records of records.jsonl that they come from. */
export const cellEvidenceSchema = z.strictObject({
  arm: z.string(),
  measure: z.string(),
  phase: z.enum(["once", "rounds", "confirm"]),
  /** Tries of the cell, and those of them that a disturbance spoilt. */
  tried: z.number().int(),
  void: z.number().int(),
  rounds: z.array(
    z.strictObject({
      /** 0 for what is taken once. */
      round: z.number().int(),
      /** Numbers (`seq`) of the records that count, one a trial. */
      records: z.array(z.number().int()),
      /** The mean of the trials, in the unit of metric.ts. */
      values: z.partialRecord(z.enum(METRIC_NAMES), z.number()),
    }),
  ),
  /** Rounds beyond those listed. */
  more: z.number().int(),
});
export type CellEvidence = z.infer<typeof cellEvidenceSchema>;
