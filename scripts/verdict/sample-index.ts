import type { Metric } from "../model/metric.ts";
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
  values(cell: string, phase: Phase, metric: Metric, statistic: "mean" | "median"): RoundValue[];
  tries(cell: string, phase: Phase): Tries;
  /** Flags of the samples that count, and `start-failed` where the arm failed to start in that phase. Sorted. */
  flags(cell: { id: string; arm: string }, phase: Phase): string[];
}

export function indexSamples(records: readonly RunRecord[]): SampleIndex {
  const bySeq = [...records].sort((a, b) => a.seq - b.seq);
  const samples = bySeq.filter((record) => record.kind === "sample");
  const events = bySeq.filter((record) => record.kind === "event");
  const tried = groupedBy(samples, ({ cell, phase }) => key(cell, phase));
  const valid = new Map(
    [...tried].map(([name, all]) => [name, lastTries(all).filter((sample) => sample.void === null)]),
  );
  const failures = events.filter(({ what }) => what === "start-failed");
  // A failure in traced or fresh rounds takes nothing from the rounds before; one that names no phase counts in all.
  const failedToStart = (arm: string, phase: Phase): boolean =>
    failures.some((event) => event.arm === arm && (event.detail.phase ?? phase) === phase);

  const index: SampleIndex = {
    samples,
    events,
    valid: (cell, phase) => valid.get(key(cell, phase)) ?? [],
    values: (cell, phase, metric, statistic) => {
      const rounds = groupedBy(index.valid(cell, phase), ({ round }) => round);
      return [...rounds].flatMap(([round, trials]) => {
        const values = trials.map((sample) => sample.values[metric]).filter((value) => value !== undefined);
        if (values.length === 0) return [];
        return [{ round, value: statistic === "mean" ? mean(values) : median(values) }];
      });
    },
    tries: (cell, phase) => {
      const all = tried.get(key(cell, phase)) ?? [];
      return { all: all.length, void: all.filter((sample) => sample.void !== null).length };
    },
    flags: ({ id, arm }, phase) => {
      const found = new Set(index.valid(id, phase).flatMap((sample) => sample.flags));
      if (failedToStart(arm, phase)) found.add("start-failed");
      return [...found].sort();
    },
  };
  return index;
}

const key = (cell: string, phase: Phase): string => `${phase} ${cell}`;

function lastTries(samples: readonly Sample[]): Sample[] {
  const last = new Map<string, Sample>();
  for (const sample of samples) {
    // The last taken counts: a visit that is made again after a helper failed begins to count its attempts anew.
    last.set(`${sample.round} ${sample.trial}`, sample);
  }
  return [...last.values()];
}
