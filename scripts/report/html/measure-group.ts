import { METRIC_NAMES, type Metric } from "../../model/metric.ts";
import type { CellSamples } from "./cell-samples.ts";

/** Cells that belong on one page together: a measure, for load with every tool that took it. */
export interface MeasureGroup {
  /** Such as `load/health@500`. */
  key: string;
  kind: string;
  title: string;
  cells: CellSamples[];
}

/** In the order in which a sandbox takes them; sizes last. */
const KINDS = ["cold-start", "run", "container-start", "idle-memory", "load", "open-loop", "syscalls", "image"];

const TITLES: Record<string, string> = {
  "cold-start": "Cold start",
  run: "Runs, from start to end",
  "container-start": "Container start",
  "idle-memory": "Idle memory",
  image: "Images",
};

/**
 * Cells by what they measure. Facts are no measurements, and the pilot judges nothing: both are left out.
 *
 * @param arms their order, that of the plan
 */
export function measureGroups(cells: readonly CellSamples[], arms: readonly string[]): MeasureGroup[] {
  const groups = new Map<string, MeasureGroup>();
  const place = new Map(arms.map((arm, nth) => [arm, nth]));
  for (const cell of cells) {
    const { key, kind, title } = groupOf(cell.measure);
    if (cell.phase === "pilot" || !KINDS.includes(kind)) continue;
    const group = groups.get(key) ?? { key, kind, title, cells: [] };
    group.cells.push(cell);
    groups.set(key, group);
  }
  const byArm = (a: CellSamples, b: CellSamples): number => (place.get(a.arm) ?? 0) - (place.get(b.arm) ?? 0);
  return [...groups.values()]
    .map((group) => ({ ...group, cells: [...group.cells].sort((a, b) => byArm(a, b) || order(a) - order(b)) }))
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

// A tool that joined in follows the one asked for, fresh rounds follow the first.
const order = ({ measure, phase }: CellSamples): number =>
  (measure.endsWith("/wrk") ? 1 : 0) + (phase === "confirm" ? 2 : 0);

function groupOf(measure: string): { key: string; kind: string; title: string } {
  const [kind = measure, route = "", tool] = measure.split("/");
  const key = tool === undefined ? measure : `${kind}/${route}`;
  const [name, connections] = route.split("@");
  const titles: Record<string, string> = {
    load: `Load on route ${name} at ${connections} connections`,
    "open-loop": `Fixed arrival rates on route ${name} at ${connections} connections`,
    syscalls: `System calls of an answer on route ${route}`,
  };
  return { key, kind, title: TITLES[kind] ?? titles[kind] ?? measure };
}

/** The tool of a load's cell; null for other measures. */
export const toolOf = (measure: string): string | null => measure.split("/")[2] ?? null;

/** Metrics that any of these cells has a value of, in the order of the list of metrics. */
export const metricsOf = (cells: readonly CellSamples[]): Metric[] =>
  METRIC_NAMES.filter((metric) => cells.some(({ columns }) => columns.has(metric)));

/** Names of a group's cells: the arm, with tool and phase where these differ within the group. */
export function cellNames(cells: readonly CellSamples[]): string[] {
  const tools = new Set(cells.map(({ measure }) => toolOf(measure)));
  return cells.map(({ arm, measure, phase }) => {
    const tool = tools.size > 1 ? `, ${toolOf(measure)}` : "";
    return `${arm}${tool}${phase === "confirm" ? ", fresh rounds" : ""}`;
  });
}
