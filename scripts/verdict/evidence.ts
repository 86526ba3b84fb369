import { type CellEvidence, LISTED_ROUNDS } from "../model/evidence.ts";
import type { Metric } from "../model/metric.ts";
import type { Sample } from "../model/record.ts";
import { mean } from "../stats/average.ts";
import type { MeasuredCell } from "./measured-cells.ts";
import type { SampleIndex } from "./sample-index.ts";

/** What every cell's figures rest on, round by round, in the order of `cells`; nothing for what no sample counts of. */
export function evidenceOf(index: SampleIndex, cells: readonly MeasuredCell[]): CellEvidence[] {
  return cells.flatMap(({ id, arm, measure }) =>
    (["once", "rounds", "confirm"] as const).flatMap((phase): CellEvidence[] => {
      const rounds = index.rounds(id, phase);
      if (rounds.size === 0) return [];
      const { all, void: lost } = index.tries(id, phase);
      const listed = [...rounds]
        .slice(0, LISTED_ROUNDS)
        .map(([round, samples]) => ofRound(round, samples, index.metrics(id, phase)));
      return [{ arm, measure, phase, tried: all, void: lost, rounds: listed, more: rounds.size - listed.length }];
    }),
  );
}

function ofRound(
  round: number,
  samples: readonly Sample[],
  metrics: readonly Metric[],
): CellEvidence["rounds"][number] {
  const values: CellEvidence["rounds"][number]["values"] = {};
  for (const metric of metrics) {
    const taken = samples.map((sample) => sample.values[metric]).filter((value) => value !== undefined);
    if (taken.length > 0) values[metric] = mean(taken);
  }
  return { round, records: samples.map(({ seq }) => seq), values };
}
