import { holm } from "../stats/holm.ts";
import { unpairedRatioTest } from "../stats/unpaired-ratio.ts";
import type { Measured } from "./figures.ts";
import type { Change, Figure } from "./schema.ts";

/** Chance of calling any figure changed beyond the floor, were none. */
const ALPHA = 0.05;

/**
 * Judges each figure by the floor: `regression` where it is worse than A by more than the floor, `improvement` where it is
 * better by more, in a one-sided t test by Welch with p adjusted by Holm over all figures judged, each direction by
 * itself. Counted figures have no noise and need no test.
 *
 * @param floor as a share, > 0: what two runs of one thing differ by anyway, and no interval within a run can know
 */
export function judged(figures: readonly Measured[], floor: number): Figure[] {
  const tests = figures.map((figure) => testsOf(figure, floor));
  const worse = adjusted(tests.map((each) => each?.worse ?? null));
  const better = adjusted(tests.map((each) => each?.better ?? null));
  return figures.map(({ values: _, ...figure }, at) => {
    if (figure.because !== null) return { ...figure, change: "not-judged", p: null };
    if (figure.method === "counted exactly") return { ...figure, change: exactChange(figure, floor), p: null };
    const [down, up] = [worse[at] ?? null, better[at] ?? null];
    if (down === null || up === null) return { ...figure, change: "not-judged", p: null, because: "too few rounds" };
    const change: Change = down < ALPHA ? "regression" : up < ALPHA ? "improvement" : "within";
    return { ...figure, change, p: Math.min(down, up) };
  });
}

function testsOf({ better, values, because }: Measured, floor: number): { worse: number; better: number } | null {
  if (values === null || because !== null) return null;
  const larger = unpairedRatioTest(values.b, values.a, 1 + floor);
  const smaller = unpairedRatioTest(values.b, values.a, 1 / (1 + floor));
  if (larger === null || smaller === null) return null;
  const [grown, shrunk] = [larger.greater, smaller.less];
  return better === "lower" ? { worse: grown, better: shrunk } : { worse: shrunk, better: grown };
}

function exactChange({ ratio, better }: Pick<Figure, "ratio" | "better">, floor: number): Change {
  const worsening = ratio === null ? 1 : better === "lower" ? ratio : 1 / ratio;
  return worsening > 1 + floor ? "regression" : worsening < 1 / (1 + floor) ? "improvement" : "within";
}

/** Holm over those that have a p; the others keep none. */
function adjusted(ps: readonly (number | null)[]): (number | null)[] {
  const corrected = holm(ps.filter((p) => p !== null));
  let next = 0;
  return ps.map((p) => (p === null ? null : (corrected[next++] ?? null)));
}
