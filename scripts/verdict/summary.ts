import { measureId } from "../model/cell.ts";
import type { Summary } from "../model/judgement.ts";
import { METRIC_NAMES, METRICS, type Metric } from "../model/metric.ts";
import type { Run } from "../model/run.ts";
import { stability } from "../stats/stability.ts";
import { estimateOf } from "./figure.ts";
import { busyGeneratorMakes, isCounted, isProportional, showsStability } from "./metric-kind.ts";
import { MIN_ROUNDS } from "./outcome-evidence.ts";
import type { SampleIndex } from "./sample-index.ts";

type SummaryPhase = Summary["phase"];

/** What a summary needs to know of a cell. */
interface Measured {
  id: string;
  arm: string;
  measure: string;
}

/**
 * Every metric of every cell over its valid rounds, in the order of the plan. What no valid sample has, such as a
 * percentile with too few responses, has no summary: missing stays missing.
 */
export function summariesOf(run: Run, index: SampleIndex): Summary[] {
  return cellsOf(run, index).flatMap((cell) =>
    (["once", "rounds", "confirm"] as const).flatMap((phase) => {
      const valid = index.valid(cell.id, phase);
      const measured = new Set(valid.flatMap(({ values }) => Object.keys(values)));
      return METRIC_NAMES.filter((metric) => measured.has(metric)).flatMap((metric) => {
        return ofMetric(run, index, cell, phase, metric);
      });
    }),
  );
}

// A load tool that joined in during the run has cells that no plan could name: they follow, sorted.
function cellsOf(run: Run, index: SampleIndex): Measured[] {
  const planned = run.plan.cells.map(({ id, arm, measure }) => ({ id, arm, measure: measureId(measure) }));
  const known = new Set(planned.map(({ id }) => id));
  const added = new Map<string, Measured>();
  for (const { cell, arm, measure } of index.samples) if (!known.has(cell)) added.set(cell, { id: cell, arm, measure });
  return [...planned, ...[...added.values()].sort((a, b) => (a.id < b.id ? -1 : 1))];
}

function ofMetric(run: Run, index: SampleIndex, cell: Measured, phase: SummaryPhase, metric: Metric): Summary[] {
  // Articles quote means of few trials; the median beside it shows whether one slow trial made the mean.
  const severalTrials = index.valid(cell.id, phase).some(({ trial, values }) => trial > 1 && metric in values);
  const statistics = severalTrials ? (["mean", "median"] as const) : [null];
  return statistics.map((statistic) => ofStatistic(run, index, cell, phase, metric, statistic));
}

function ofStatistic(
  run: Run,
  index: SampleIndex,
  cell: Measured,
  phase: SummaryPhase,
  metric: Metric,
  statistic: Summary["statistic"],
): Summary {
  const values = index.values(cell.id, phase, metric, statistic ?? "mean").map(({ value }) => value);
  const estimate = estimateOf(values, isProportional(metric));
  const counted = isCounted(metric);
  const arm = run.plan.arms.find(({ id }) => id === cell.arm);
  return {
    subject: arm ? `${arm.target}/${arm.app}` : cell.arm,
    arm: cell.arm,
    measure: cell.measure,
    metric,
    unit: METRICS[metric].unit,
    phase,
    statistic,
    ...estimate,
    ...(counted ? { low: estimate.value, high: estimate.value } : {}),
    method: counted ? "counted exactly" : phase === "once" ? "one reading" : estimate.method,
    flags: flagsFor(index, cell, phase, metric, values),
  };
}

function flagsFor(
  index: SampleIndex,
  cell: Measured,
  phase: SummaryPhase,
  metric: Metric,
  values: readonly number[],
): string[] {
  const flags = new Set(index.flags(cell, phase));
  if (busyGeneratorMakes(metric) === null) flags.delete("generator-bound");
  if (phase !== "once" && values.length < MIN_ROUNDS) flags.add("too-few-rounds");
  const steady = showsStability(metric) && values.every((value) => value > 0);
  if (phase !== "once" && steady && stability(values).state === "unstable") flags.add("unstable");
  return [...flags].sort();
}
