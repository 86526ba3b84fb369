import type { Drift } from "../model/judgement.ts";
import { logs, mean } from "../stats/average.ts";
import { trendOf } from "../stats/trend.ts";
import type { MeasuredCell } from "./measured-cells.ts";
import type { SampleIndex } from "./sample-index.ts";

/** A change of all rates over the run below this share is no drift worth a flag: the interval of six rounds is as wide. */
const DRIFT_LIMIT = 0.05;
const SIGNIFICANCE = 0.05;

/**
 * How the machine's speed moved during the rounds: a straight line through the rounds' mean of ln(rate ÷ the cell's own
 * mean), over all loads. Even rounds run backwards, so in an even number of rounds the first load is also the last: its
 * two rates stand beside the line. Null with fewer than three rounds of any load.
 */
export function driftOf(index: SampleIndex, cells: readonly MeasuredCell[]): Drift | null {
  const loads = cells.filter(({ measure }) => measure.startsWith("load/"));
  const byRound = new Map<number, number[]>();
  for (const { id } of loads) {
    const values = index.values(id, "rounds", "rps", "mean").filter(({ value }) => value > 0);
    if (values.length === 0) continue;
    const logged = logs(values.map(({ value }) => value));
    const centre = mean(logged);
    values.forEach(({ round }, nth) => {
      const own = byRound.get(round) ?? [];
      byRound.set(round, [...own, (logged[nth] ?? centre) - centre]);
    });
  }
  const rounds = [...byRound.keys()].sort((a, b) => a - b);
  const trend = trendOf(rounds.map((round) => mean(byRound.get(round) ?? [])));
  if (trend === null) return null;
  const share = (change: number): number => Math.exp(change) - 1;
  const change = share(trend.change);
  return {
    rounds: rounds.length,
    change,
    low: share(trend.low),
    high: share(trend.high),
    p: trend.p,
    drifted: trend.p < SIGNIFICANCE && Math.abs(change) > DRIFT_LIMIT,
    again: firstAgain(index),
  };
}

/** The load taken first in the rounds, where it is also the one taken last. */
function firstAgain(index: SampleIndex): Drift["again"] {
  const rates = index.samples.filter(
    ({ phase, measure, values, void: reason }) =>
      phase === "rounds" && measure.startsWith("load/") && reason === null && values.rps !== undefined,
  );
  const [first, last] = [rates[0], rates.at(-1)];
  if (!first?.values.rps || !last?.values.rps || first === last || first.cell !== last.cell) return null;
  return { cell: first.cell, ratio: last.values.rps / first.values.rps };
}
