import type { Cell } from "../model/cell.ts";
import type { Profile } from "../model/profile.ts";
import { secondsBy } from "../model/tool.ts";
import { onceCells, roundOrder, type Visit, visitsOf } from "./order.ts";

/**
 * Seconds beyond windows and waits, as on a machine with 2 CPUs; for sandbox and traced run twice what a quiet one took
 * (0.5 and 0.4 s), since a busy one waits. They only serve the estimate and the time left that is
 * shown: nothing is timed out by them.
 */
export const OVERHEAD = {
  /** A sandbox made, its limits read back, the subject ready, and all of it removed. */
  sandbox: 1,
  /** Contract checks and kernel counters before and after one load. */
  load: 0.3,
  /** The short window in which it is seen whether the load tool is too slow for a cell. */
  pilot: 1.3,
  /** One cold start with its contract check and stop. */
  coldStart: 0.3,
  /** One container start and one of the floor. */
  containerStart: 2,
  /** A traced run of one route. */
  traced: 0.8,
  /** Sizes of one image, which is packed once. */
  image: 2,
} as const;

/** Seconds that one cell takes each time, without its sandbox. */
export function cellSeconds({ measure }: Cell, profile: Profile): number {
  switch (measure.kind) {
    case "load":
      return secondsBy(measure.tool, profile.warmup) + secondsBy(measure.tool, profile.window) + OVERHEAD.load;
    case "open-loop":
      return profile.warmup + profile.window + OVERHEAD.load;
    case "cold-start":
      return profile.trials * OVERHEAD.coldStart;
    case "run":
      return profile.trials * OVERHEAD.coldStart;
    case "container-start":
      return OVERHEAD.containerStart;
    case "idle-memory":
      return profile.idle;
    case "syscalls":
      return OVERHEAD.traced;
    case "image":
      return OVERHEAD.image;
    case "facts":
      return 0;
  }
}

/**
 * Seconds of the whole measuring time: pilot, rounds, what is taken once. It takes images as built, no sample as void,
 * and one load tool as enough.
 */
export function estimateSeconds(plan: {
  arms: { id: string }[];
  cells: Cell[];
  profile: Profile;
  curve?: readonly number[];
}): number {
  const sum = (cells: readonly Cell[]): number =>
    cells.reduce((total, cell) => total + cellSeconds(cell, plan.profile), 0);
  const sandboxes = (visits: readonly Visit[]): number => visits.length * OVERHEAD.sandbox;
  const round = roundOrder(plan, 1);
  const loads = plan.cells.filter(({ measure }) => measure.kind === "load");
  const pilot = sandboxes(visitsOf(plan.arms, loads, 1)) + loads.length * OVERHEAD.pilot;
  const inRounds = plan.profile.rounds * (sandboxes(round) + sum(round.flatMap(({ cells }) => cells)));
  const curves = plan.profile.rounds * (plan.curve?.length ?? 0) * sum(loads);
  const once = onceCells(plan);
  return Math.round(pilot + inRounds + curves + sandboxes(visitsOf(plan.arms, once, 1)) + sum(once));
}
