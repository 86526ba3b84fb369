import type { Summary } from "../model/judgement.ts";
import { METRICS, type Metric } from "../model/metric.ts";
import type { Run } from "../model/run.ts";
import { stability } from "../stats/stability.ts";
import { estimateOf } from "./figure.ts";
import type { MeasuredCell } from "./measured-cells.ts";
import { busyGeneratorMakes, isCounted, isProportional, showsStability } from "./metric-kind.ts";
import { MIN_ROUNDS } from "./outcome-evidence.ts";
import type { SampleIndex } from "./sample-index.ts";

type SummaryPhase = Summary["phase"];

/**
 * Every metric of every cell over its valid rounds, in the order of the plan. What no valid sample has, such as a
 * percentile with too few responses, has no summary: missing stays missing.
 */
export function summariesOf(run: Run, index: SampleIndex, cells: readonly MeasuredCell[]): Summary[] {
  return cells.flatMap((cell) =>
    (["once", "rounds", "confirm"] as const).flatMap((phase) =>
      index.metrics(cell.id, phase).flatMap((metric) => ofMetric(run, index, cell, phase, metric)),
    ),
  );
}

function ofMetric(run: Run, index: SampleIndex, cell: MeasuredCell, phase: SummaryPhase, metric: Metric): Summary[] {
  // Articles quote means of few trials; the median beside it shows whether one slow trial made the mean.
  const severalTrials = index.used(cell.id, phase, metric).trials > 1;
  const statistics = severalTrials ? (["mean", "median"] as const) : [null];
  return statistics.map((statistic) => ofStatistic(run, index, cell, phase, metric, statistic));
}

function ofStatistic(
  run: Run,
  index: SampleIndex,
  cell: MeasuredCell,
  phase: SummaryPhase,
  metric: Metric,
  statistic: Summary["statistic"],
): Summary {
  const values = index.values(cell.id, phase, metric, statistic ?? "mean").map(({ value }) => value);
  const estimate = estimateOf(values, isProportional(metric));
  const counted = isCounted(metric);
  const tries = index.tries(cell.id, phase);
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
    samples: {
      used: index.used(cell.id, phase, metric).samples,
      tried: tries.all,
      void: tries.void,
    },
  };
}

function flagsFor(
  index: SampleIndex,
  cell: MeasuredCell,
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
