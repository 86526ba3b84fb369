import type { Markup } from "../markup.ts";
import { evenly } from "../points.ts";
import { type Axis, axisFor } from "./axis.ts";
import { chartSvg } from "./chart.ts";
import { polyline } from "./mark.ts";
import { keyHeight, keyMarks, seriesLook } from "./series.ts";

const WIDTH = 360;
const PLOT = 150;
const SHARES: Axis = {
  name: "share of samples, %",
  at: (value) => value,
  low: 0,
  high: 100,
  ticks: [0, 25, 50, 75, 100],
};

/**
 * The empirical distribution of each row: at every value, the share of its samples that are no larger. Each sample is one
 * step.
 *
 * @param limit steps drawn of a row, evenly over its sorted values
 */
export function distributionPlot(
  label: string,
  unit: string,
  rows: readonly { name: string; sorted: Float64Array }[],
  limit: number,
): Markup {
  const names = rows.map(({ name }) => name);
  const top = keyHeight(names);
  const steps = rows.map(({ sorted }) => stepsOf(evenly(sorted, limit)));
  const values = steps.flatMap((own) => own.map(([value]) => value));
  const axis = axisFor(values, unit);
  return chartSvg({
    label: `${label}, distribution of all samples: ${names.join(", ")}`,
    ...{ width: WIDTH, height: top + PLOT + 60, x: axis, y: SHARES },
    pad: { left: 44, right: 18, top: top + 20, bottom: 40 },
    draw: (x, y) => [
      ...keyMarks(names),
      ...steps.map((own, nth) => {
        const corners = own.flatMap(([value, share], at): [number, number][] => {
          const before = at === 0 ? 0 : (own[at - 1]?.[1] ?? 0);
          return [
            [x(value), y(before)],
            [x(value), y(share)],
          ];
        });
        return { lines: polyline(corners), look: seriesLook(nth) };
      }),
    ],
  });
}

/** Sorted values, each with the share of values up to it. */
const stepsOf = (sorted: readonly number[]): [number, number][] =>
  sorted.map((value, nth) => [value, ((nth + 1) / sorted.length) * 100]);
