import type { Cell, Measure } from "../model/cell.ts";

/** One fresh sandbox: an arm's id and what is taken from it, in order. */
export interface Visit {
  arm: string;
  cells: Cell[];
}

/** What is taken before any load, in this order: load leaves its traces in memory and caches. */
const BEFORE_LOAD: readonly Measure["kind"][] = ["container-start", "cold-start", "run", "idle-memory"];
const UNDER_LOAD: readonly Measure["kind"][] = ["load", "open-loop", "syscalls"];
/** Taken once, in this order: images and facts of builds before the rounds, traced runs after them. */
const ONCE: readonly Measure["kind"][] = ["image", "facts", "syscalls"];

/**
 * The visits in which these cells are taken, in the order of a round counted from 1. Odd rounds go as declared, even
 * rounds with subjects and routes reversed, so that a drift of the machine does not always hit the same subject or the
 * same route. Cells that need no sandbox are left out.
 */
export function visitsOf(arms: readonly { id: string }[], cells: readonly Cell[], round: number): Visit[] {
  const reversed = round % 2 === 0;
  const visits = arms.map(({ id }): Visit => {
    const own = cells.filter((cell) => cell.arm === id);
    const first = BEFORE_LOAD.flatMap((kind) => own.filter(({ measure }) => measure.kind === kind));
    const loads = own.filter(({ measure }) => UNDER_LOAD.includes(measure.kind));
    return { arm: id, cells: [...first, ...(reversed ? loads.reverse() : loads)] };
  });
  const taken = visits.filter(({ cells }) => cells.length > 0);
  return reversed ? taken.reverse() : taken;
}

/** The visits of one round of a plan. */
export function roundOrder(plan: { arms: readonly { id: string }[]; cells: readonly Cell[] }, round: number): Visit[] {
  const inRounds = plan.cells.filter(({ measure }) => !ONCE.includes(measure.kind));
  return visitsOf(plan.arms, inRounds, round);
}

/** The cells of a plan that are taken once, outside the rounds. */
export function onceCells(plan: { cells: readonly Cell[] }): Cell[] {
  return ONCE.flatMap((kind) => plan.cells.filter(({ measure }) => measure.kind === kind));
}
