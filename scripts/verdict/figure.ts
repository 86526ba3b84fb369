import type { Measured } from "../model/judgement.ts";
import { METRICS } from "../model/metric.ts";
import type { Place } from "../model/resolve.ts";
import { type Estimate, meanInterval, meanLogInterval } from "../stats/interval.ts";
import { busyGeneratorMakes, isCounted, isProportional, phaseOf } from "./metric-kind.ts";
import { toolOf } from "./place-tool.ts";
import type { Phase, RoundValue, SampleIndex } from "./sample-index.ts";

/** Where phases matter: the main rounds, or the fresh rounds that confirm an arm. */
export type RoundPhase = "rounds" | "confirm";

/** One value per round, summed up over rounds as suits the metric. */
export function estimateOf(values: readonly number[], proportional: boolean): Estimate {
  const summed = proportional && values.every((value) => value > 0) ? meanLogInterval(values) : meanInterval(values);
  const [first] = values;
  if (first === undefined || values.some((value) => value !== first)) return summed;
  // exp(ln x) is not quite x: bytes that are the same in every round must come out as whole bytes.
  const end = values.length < 2 ? null : first;
  return { ...summed, value: first, low: end, high: end };
}

/** The phase that holds the samples of a place. */
export function phaseAt(place: Place, phase: RoundPhase): Phase {
  return phaseOf(place.metric) === "once" ? "once" : phase;
}

/** One value per round at a place, in the metric's unit. */
export function valuesAt(index: SampleIndex, place: Place, phase: RoundPhase): readonly RoundValue[] {
  return index.values(place.cell.id, phaseAt(place, phase), place.metric, place.statistic);
}

export const generatorBound = (index: SampleIndex, place: Place, phase: RoundPhase): boolean =>
  index.flags(place.cell, phaseAt(place, phase)).includes("generator-bound");

/** The figure of one arm with its interval, in the metric's unit; null where nothing valid was measured. */
export function figureAt(index: SampleIndex, place: Place, phase: RoundPhase): Measured | null {
  const values = valuesAt(index, place, phase).map(({ value }) => value);
  if (values.length === 0) return null;
  const shared = { unit: METRICS[place.metric].unit, tool: toolOf(place) };
  const estimate = estimateOf(values, isProportional(place.metric));
  if (isCounted(place.metric)) {
    const { value, rounds } = estimate;
    return { value, low: value, high: value, bound: null, rounds, ...shared, method: "counted exactly" };
  }
  const bound = generatorBound(index, place, phase) ? busyGeneratorMakes(place.metric) : null;
  return {
    ...estimate,
    ...shared,
    // A sample mean's interval may reach below 0 (counts); no quantity here does.
    low: estimate.low === null ? null : bound === "at-most" ? 0 : Math.max(0, estimate.low),
    high: bound === "at-least" ? null : estimate.high,
    bound,
  };
}
