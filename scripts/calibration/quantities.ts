import { type Goal, type Observation, QUANTITIES, type QuantityResult } from "../model/calibration.ts";
import { METRICS } from "../model/metric.ts";
import { iqr, median } from "../stats/quantile.ts";

/**
 * Bias and spread of every quantity, in the order of their list. What has no valid observation is missing: null, and its
 * goal is not kept.
 *
 * @throws RangeError for an observation of no known quantity
 */
export function quantitiesOf(observations: readonly Observation[]): QuantityResult[] {
  const unknown = observations.find(({ quantity }) => !(quantity in QUANTITIES));
  if (unknown) throw new RangeError(`no quantity is called ${unknown.quantity}`);
  return Object.entries(QUANTITIES).map(([quantity, { metric, says, goal }]) => {
    const own = observations.filter((observation) => observation.quantity === quantity);
    const common = { quantity, metric, says, unit: METRICS[metric].unit, n: own.length, goal };
    if (own.length === 0) return { ...common, truth: null, median: null, bias: null, iqr: null, ok: false };
    const errors = own.map(({ truth, value }) => value - truth);
    const truth = median(own.map((observation) => observation.truth));
    const found = { truth, median: median(own.map(({ value }) => value)), bias: median(errors), iqr: iqr(errors) };
    return { ...common, ...found, ok: isKept(goal, found, errors) };
  });
}

function isKept(
  goal: Goal,
  { truth, bias, iqr: spread }: { truth: number; bias: number; iqr: number },
  errors: readonly number[],
): boolean {
  // One page too many in six readings is no spread of quartiles, and yet not exact.
  if (goal.bias === 0) return errors.every((error) => error === 0);
  const allowed = goal.of === "truth" ? goal.bias * Math.abs(truth) : goal.bias;
  return Math.abs(bias) <= allowed && (goal.iqr === null || spread <= goal.iqr);
}
