import type { CellEvidence } from "../model/evidence.ts";
import { FORBIDDING } from "../model/flag.ts";
import type { Judgement, Summary } from "../model/judgement.ts";
import { METRICS, type Metric } from "../model/metric.ts";
import { unpairedRatio } from "../stats/unpaired-ratio.ts";
import type { Figure } from "./schema.ts";

/** A figure with the values it is judged by, one a round; none of what was counted or read once. */
export interface Measured extends Omit<Figure, "change" | "p"> {
  values: { a: readonly number[]; b: readonly number[] } | null;
}

/** What says something of the generator, the kit or the window, but nothing of the subject that could get worse. */
const OF_OTHERS: readonly Metric[] = ["generator-cpu", "server-cpu", "container-floor", "requests", "in-flight"];
/** An open end of an interval: of a rate it is only known that it is at least so much. */
const OPEN = "generator-bound";
/** Load by others was not looked for: what differs from run to run may be theirs. */
const UNGUARDED = "unguarded";

/**
 * Every metric of every cell that both runs have, in the order of B, and the cells that only one of them has.
 *
 * @param sameCompressor whether compressed sizes of the two mean the same
 */
export function figuresOf(
  a: Judgement,
  b: Judgement,
  sameCompressor: boolean,
): { figures: Measured[]; only: { a: string[]; b: string[] } } {
  const [inA, inB] = [byKey(a), byKey(b)];
  const figures = [...inB].flatMap(([key, two]) => {
    const one = inA.get(key);
    if (!one) return [];
    const figure = figureOf(one, two, a.evidence, b.evidence);
    const isOther = figure.metric === "image-compressed" && !sameCompressor;
    return [isOther ? { ...figure, because: "made by another compressor" } : figure];
  });
  const cells = (summaries: Iterable<Summary>) =>
    new Set([...summaries].map(({ arm, measure }) => `${arm} ${measure}`));
  const [cellsA, cellsB] = [cells(inA.values()), cells(inB.values())];
  const only = {
    a: [...cellsA].filter((cell) => !cellsB.has(cell)),
    b: [...cellsB].filter((cell) => !cellsA.has(cell)),
  };
  return { figures, only };
}

// Rounds alone are repeated alike in every run: fresh rounds for arms follow from what the rounds before them said.
function byKey({ summaries }: Judgement): Map<string, Summary> {
  const wanted = summaries.filter(({ phase, statistic }) => phase !== "confirm" && statistic !== "median");
  return new Map(wanted.map((one) => [`${one.phase} ${one.arm} ${one.measure} ${one.metric}`, one]));
}

function figureOf(a: Summary, b: Summary, evidenceA: CellEvidence[], evidenceB: CellEvidence[]): Measured {
  const { arm, measure, metric, unit } = b;
  const side = ({ value, rounds, flags }: Summary) => ({ value, rounds, flags });
  const rest = { arm, measure, metric, unit, better: METRICS[metric].better, a: side(a), b: side(b) };
  const none = { low: null, high: null, df: null, values: null };
  const plain = a.value > 0 && b.value > 0 ? b.value / a.value : null;
  if (plain === null)
    return { ...rest, ...none, ratio: null, method: "no ratio", because: "a value of 0 has no ratio" };
  if (b.phase === "once") {
    const isCounted = b.method === "counted exactly";
    const because = isCounted ? becauseOf(metric, a, b) : "one reading has no interval";
    return { ...rest, ...none, ratio: plain, method: isCounted ? "counted exactly" : "one reading", because };
  }
  const values = { a: valuesOf(evidenceA, a), b: valuesOf(evidenceB, b) };
  if (![...values.a, ...values.b].every((value) => value > 0))
    return { ...rest, ...none, ratio: null, method: "no ratio", because: "a round of 0 has no ratio" };
  const estimate = unpairedRatio(values.b, values.a);
  const method = "Welch's t interval on logs, unpaired" as const;
  return { ...rest, ...estimate, values, method, because: becauseOf(metric, a, b) };
}

function valuesOf(evidence: readonly CellEvidence[], { arm, measure, phase, metric }: Summary): number[] {
  const cell = evidence.find((one) => one.arm === arm && one.measure === measure && one.phase === phase);
  return (cell?.rounds ?? []).flatMap(({ values }) => values[metric] ?? []);
}

function becauseOf(metric: Metric, a: Summary, b: Summary): string | null {
  if (OF_OTHERS.includes(metric)) return "says nothing of the subject";
  const hinders = [...FORBIDDING, OPEN, UNGUARDED, "too-few-rounds"] as string[];
  const flagged = [
    ...a.flags.filter((flag) => hinders.includes(flag)).map((flag) => `${flag} in A`),
    ...b.flags.filter((flag) => hinders.includes(flag)).map((flag) => `${flag} in B`),
  ];
  return flagged.length === 0 ? null : flagged.join(", ");
}
