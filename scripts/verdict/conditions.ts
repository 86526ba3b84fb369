import { FORBIDDING } from "../model/flag.ts";
import type { Place } from "../model/resolve.ts";
import { mean } from "../stats/average.ts";
import { stability } from "../stats/stability.ts";
import { phaseAt, type RoundPhase } from "./figure.ts";
import type { SampleIndex } from "./sample-index.ts";

/**
 * Shares of void tries that differ by more than this are unequal: from 0 of 6 against 3 of 9 on. Disturbances that hit
 * one arm more than the other are no longer exogenous to the comparison.
 */
const UNEQUAL_VOIDS = 0.25;

/** Bytes on the wire per response that differ by more than this share are pointed out. */
const DIFFERENT_BYTES = 0.05;

/**
 * Every flag that applies where some places are judged together: those of their samples, and those that only show when
 * places are compared. Sorted.
 *
 * @param steady values or ratios, one a round, that one figure is to stand for; empty where stability has no meaning
 */
export function conditionsOf(
  index: SampleIndex,
  places: readonly Place[],
  phase: RoundPhase,
  steady: readonly number[],
): string[] {
  const flags = new Set(places.flatMap((place) => index.flags(place.cell, phaseAt(place, phase))));
  if (haveUnequalVoids(index, places, phase)) flags.add("unequal-voids");
  if (sendDifferentBytes(index, places, phase)) flags.add("different-bytes");
  const positive = steady.every((value) => value > 0 && Number.isFinite(value));
  if (positive && stability(steady).state === "unstable") flags.add("unstable");
  return [...flags].sort();
}

/** Those of the flags that forbid a verdict. */
export const forbidding = (flags: readonly string[]): string[] =>
  flags.filter((flag) => (FORBIDDING as readonly string[]).includes(flag));

function haveUnequalVoids(index: SampleIndex, places: readonly Place[], phase: RoundPhase): boolean {
  const shares = places.flatMap((place) => {
    const tries = index.tries(place.cell.id, phaseAt(place, phase));
    return tries.all === 0 ? [] : [tries.void / tries.all];
  });
  return Math.max(...shares) - Math.min(...shares) > UNEQUAL_VOIDS;
}

function sendDifferentBytes(index: SampleIndex, places: readonly Place[], phase: RoundPhase): boolean {
  const loaded = places.filter(({ cell }) => cell.measure.kind === "load");
  const bytes = loaded.flatMap((place) => {
    const values = index.values(place.cell.id, phase, "bytes-per-response", "mean").map(({ value }) => value);
    return values.length === 0 ? [] : [mean(values)];
  });
  return bytes.length > 1 && Math.max(...bytes) > Math.min(...bytes) * (1 + DIFFERENT_BYTES);
}
