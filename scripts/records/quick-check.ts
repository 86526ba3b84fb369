import { FLAGS } from "../model/flag.ts";
import { METRICS } from "../model/metric.ts";
import { isValue, type Sample } from "../model/record.ts";

const PHASES = new Set<unknown>(["once", "pilot", "rounds", "confirm"] satisfies Sample["phase"][]);

/** Keys of a sample without facts, which only what is built has. */
const KEYS = 15;

/**
 * Whether parsed JSON is a sample beyond doubt. True only of what `sampleSchema` takes, told in a small part of its time;
 * of what is false the schema has to say whether it is none, and why.
 */
export function isPlainSample(value: unknown): value is Sample {
  if (!isObject(value) || value.kind !== "sample") return false;
  const { seq, at, cell, arm, measure, phase, round, attempt, trial, window, values, flags, evidence } = value;
  let keys = 0;
  for (const _ in value) keys += 1;
  return (
    keys === KEYS &&
    Number.isSafeInteger(seq) &&
    typeof at === "string" &&
    typeof cell === "string" &&
    typeof arm === "string" &&
    typeof measure === "string" &&
    PHASES.has(phase) &&
    Number.isSafeInteger(round) &&
    Number.isSafeInteger(attempt) &&
    Number.isSafeInteger(trial) &&
    Number.isFinite(window) &&
    areValues(values) &&
    Array.isArray(flags) &&
    flags.every((flag) => typeof flag === "string" && Object.hasOwn(FLAGS, flag)) &&
    (value.void === null || typeof value.void === "string") &&
    isObject(evidence) &&
    // Parsers of shapes tell plain objects by it.
    !Object.hasOwn(evidence, "constructor")
  );
}

function areValues(value: unknown): boolean {
  if (!isObject(value)) return false;
  for (const metric in value) {
    if (!isValue(value[metric])) return false;
    if (!Object.hasOwn(METRICS, metric)) return false;
  }
  return true;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
