import { type Cell, makeCell } from "../model/cell.ts";

/**
 * Adds, behind every closed load whose rate the pilot found, open loops at these shares of it: latency at less load than a
 * server can take, up to all of it. A place that two tools load has one curve.
 *
 * @param capacities cell → requests a second, of the pilot
 */
export function withCurves(cells: readonly Cell[], capacities: ReadonlyMap<string, number>, shares: readonly number[]) {
  const known = new Set(cells.map(({ id }) => id));
  return cells.flatMap((cell) => {
    const capacity = capacities.get(cell.id);
    if (cell.measure.kind !== "load" || capacity === undefined) return [cell];
    const { route, connections } = cell.measure;
    const points = shares.flatMap((share) => {
      const point = makeCell(
        { id: cell.arm },
        { kind: "open-loop", route, connections, rate: rounded(capacity * share) },
      );
      if (known.has(point.id)) return [];
      known.add(point.id);
      return [point];
    });
    return [cell, ...points];
  });
}

/** To two digits: the pilot's rate is no more exact, and 8,400 reads better than 8,437. */
function rounded(rate: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(rate, 1))) - 1);
  return Math.max(1, Math.round(rate / step) * step);
}
