import { type Columns, columnsOf } from "../model/columns.ts";
import { lastTries } from "../model/last-try.ts";
import { METRIC_NAMES, type Metric } from "../model/metric.ts";
import type { RunEvent, RunRecord, Sample } from "../model/record.ts";
import { mean } from "../stats/average.ts";
import { median } from "../stats/quantile.ts";
import { groupedBy } from "./grouped.ts";

export type Phase = Sample["phase"];

/** One value a round. */
export interface RoundValue {
  round: number;
  value: number;
}

/** How often a cell was tried, and how often a disturbance spoilt the try. */
export interface Tries {
  all: number;
  void: number;
}

/** The records of a run by cell, whatever order they came in. */
export interface SampleIndex {
  readonly samples: readonly Sample[];
  readonly events: readonly RunEvent[];
  /** The samples that count: of each round and trial the last try, when it is not void. In the order taken. */
  valid(cell: string, phase: Phase): readonly Sample[];
  /** One value a round for the rounds that have one, its trials reduced by `statistic`. Missing values stay missing. */
  values(cell: string, phase: Phase, metric: Metric, statistic: "mean" | "median"): readonly RoundValue[];
  /** The samples that count by their round, one a trial. */
  rounds(cell: string, phase: Phase): ReadonlyMap<number, readonly Sample[]>;
  /** How many of the samples that count have a value of a metric, and the highest number of a trial among them. */
  used(cell: string, phase: Phase, metric: Metric): { samples: number; trials: number };
  /** Metrics of which some sample that counts has a value, in the order of metric.ts. */
  metrics(cell: string, phase: Phase): readonly Metric[];
  tries(cell: string, phase: Phase): Tries;
  /** Flags of the samples that count, and `start-failed` where the arm failed to start in that phase. Sorted. */
  flags(cell: { id: string; arm: string }, phase: Phase): string[];
}

export function indexSamples(records: readonly RunRecord[]): SampleIndex {
  const bySeq = [...records].sort((a, b) => a.seq - b.seq);
  const samples = bySeq.filter((record) => record.kind === "sample");
  const events = bySeq.filter((record) => record.kind === "event");
  const cells = new Map([...groupedBy(samples, ({ cell }) => cell)].map(([cell, all]) => [cell, byPhase(all)]));
  const triedAt = (cell: string, phase: Phase): Tried | undefined => cells.get(cell)?.get(phase);
  const failures = events.filter(({ what }) => what === "start-failed");
  // A failure in traced or fresh rounds takes nothing from the rounds before; one that names no phase counts in all.
  const failedToStart = (arm: string, phase: Phase): boolean =>
    failures.some((event) => event.arm === arm && (event.detail.phase ?? phase) === phase);

  const index: SampleIndex = {
    samples,
    events,
    valid: (cell, phase) => triedAt(cell, phase)?.valid ?? [],
    values: (cell, phase, metric, statistic) => roundValues(triedAt(cell, phase), metric, statistic),
    rounds: (cell, phase) => groupedBy(index.valid(cell, phase), ({ round }) => round),
    used: (cell, phase, metric) => usedOf(triedAt(cell, phase), metric),
    metrics: (cell, phase) => triedAt(cell, phase)?.metrics ?? [],
    tries: (cell, phase) => triedAt(cell, phase)?.tries ?? { all: 0, void: 0 },
    flags: ({ id, arm }, phase) => {
      const found = new Set(triedAt(id, phase)?.flags);
      if (failedToStart(arm, phase)) found.add("start-failed");
      return [...found].sort();
    },
  };
  return index;
}

/** What was tried of one cell in one phase, put in order once: every claim, reading and summary asks for it again. */
interface Tried {
  tries: Tries;
  valid: readonly Sample[];
  columns: Columns;
  metrics: readonly Metric[];
  flags: ReadonlySet<string>;
}

function byPhase(samples: readonly Sample[]): Map<Phase, Tried> {
  return new Map([...groupedBy(samples, ({ phase }) => phase)].map(([phase, all]) => [phase, triedOf(all)]));
}

function triedOf(samples: readonly Sample[]): Tried {
  const lost = samples.filter((sample) => sample.void !== null).length;
  const valid = lastTries(samples).filter((sample) => sample.void === null);
  const columns = columnsOf(valid);
  return {
    tries: { all: samples.length, void: lost },
    valid,
    columns,
    metrics: METRIC_NAMES.filter((metric) => columns.has(metric)),
    flags: new Set(valid.flatMap(({ flags }) => flags)),
  };
}

/** Samples that count stand round by round, so one walk over them makes one value of each round. */
function roundValues(tried: Tried | undefined, metric: Metric, statistic: "mean" | "median"): RoundValue[] {
  const column = tried?.columns.get(metric);
  if (tried === undefined || column === undefined) return [];
  const found: RoundValue[] = [];
  let trials: number[] = [];
  for (let nth = 0; nth < column.length; nth++) {
    const value = column[nth] as number;
    if (!Number.isNaN(value)) trials.push(value);
    const round = tried.valid[nth]?.round as number;
    if (tried.valid[nth + 1]?.round === round || trials.length === 0) continue;
    const [only] = trials;
    const summed = trials.length === 1 ? (only as number) : statistic === "mean" ? mean(trials) : median(trials);
    found.push({ round, value: summed });
    trials = [];
  }
  return found;
}

function usedOf(tried: Tried | undefined, metric: Metric): { samples: number; trials: number } {
  const used = { samples: 0, trials: 0 };
  tried?.columns.get(metric)?.forEach((value, nth) => {
    if (Number.isNaN(value)) return;
    used.samples += 1;
    used.trials = Math.max(used.trials, tried.valid[nth]?.trial ?? 0);
  });
  return used;
}
