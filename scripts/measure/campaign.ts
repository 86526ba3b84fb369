import { type Cell, makeCell } from "../model/cell.ts";
import { EngineError } from "../model/engine.ts";
import type { Progress } from "../model/progress.ts";
import type { RecordSink } from "../model/record.ts";
import type { Plan } from "../model/run.ts";
import { LIGHTEST_TOOL, type Tool } from "../model/tool.ts";
import type { LastWords } from "./last-words.ts";
import { ProbeError } from "./probe.ts";
import { StartFailure } from "./process.ts";
import { withCurves } from "./rate-curve.ts";
import type { Guest, Kit, ProgramGuest } from "./sandbox.ts";
import { type Spent, type VisitPlan, visit } from "./visit.ts";

/** A visit as planned: the cells of one arm, in the order of its round. */
export interface Visit {
  arm: string;
  cells: Cell[];
}

export interface Campaign {
  kit: Kit;
  plan: Plan;
  /** Arms whose subject has an image; the others are left out. */
  guests: Map<string, Guest | ProgramGuest>;
  /** Ids of cells that are judged together. */
  comparisons: readonly (readonly string[])[];
  /** Visits of a round in its order, for these cells. */
  order(cells: Cell[], round: number): Visit[];
  record: RecordSink;
  saveLog(name: string, text: string): Promise<string>;
  progress: Progress;
  /** Estimate of a cell's seconds, for the time left that is shown. */
  estimate(cell: Cell): number;
  /** Cells to take again in fresh rounds, chosen by what the rounds showed; asked once, after the rounds. */
  confirm(): Promise<Cell[]>;
  signal: AbortSignal;
}

/** The run was told to stop. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

/** A generator this busy in the pilot, as a share of its limit, may be bound in the rounds: the lighter tool joins in. */
const PILOT_BUSY = 0.7;
const PILOT_WINDOW = 1;
/** A visit whose helper or engine failed is made again at most this often. */
const VISIT_RETRIES = 2;

/** What the phases of one campaign share. */
interface State {
  spent: Spent;
  /** Arms that did not start: they are not tried again. */
  dead: Set<string>;
  /** Estimate of the seconds that remain. */
  left: number;
}

/**
 * Measures a plan: a pilot that finds the cells in which the article's load tool is too slow for the server, the rounds,
 * fresh rounds for what needs confirming, and last the traced runs. Everything is handed to `record` as it is taken.
 * Returns the time spent in windows and starts.
 */
export async function runCampaign(campaign: Campaign): Promise<Spent> {
  const state: State = { spent: { windows: 0, starts: 0 }, dead: new Set(), left: campaign.plan.seconds };
  const { plan, progress, estimate } = campaign;
  const elsewhere = ["syscalls", "image", "facts", ...(campaign.kit.sameKernel ? [] : ["container-start"])];
  const inRounds = plan.cells.filter((cell) => !elsewhere.includes(cell.measure.kind));
  if (!campaign.kit.sameKernel) {
    const message = "container start is not timed: runner and engine are on different kernels, whose clocks differ";
    await campaign.record({ kind: "event", what: "note", arm: null, detail: { message } });
  }
  const once = plan.cells.filter((cell) => cell.measure.kind === "syscalls");
  const found = await pilot(campaign, state, inRounds);
  const rounds = async (cells: Cell[], phase: "rounds" | "confirm") => {
    for (let round = 1; round <= plan.profile.rounds; round++) {
      await makeVisits(campaign, state, campaign.order(cells, round), { ...plan.profile, phase, round });
    }
  };
  const seconds = (cells: Cell[]) => cells.reduce((sum, cell) => sum + estimate(cell), 0);

  const cells = withCurves(withLighterTool(inRounds, found.busy, campaign.comparisons), found.capacities, plan.curve);
  state.left = seconds(cells) * plan.profile.rounds + seconds(once);
  progress.phase("rounds");
  await rounds(cells, "rounds");
  const doubtful = await campaign.confirm();
  if (doubtful.length > 0) {
    state.left = seconds(doubtful) * plan.profile.rounds + seconds(once);
    progress.phase("fresh rounds for the arms that agree with the article");
    await rounds(doubtful, "confirm");
  }
  progress.phase("traced runs");
  await makeVisits(campaign, state, campaign.order(once, 1), { ...plan.profile, phase: "once", round: 0 });
  progress.end();
  return state.spent;
}

interface Piloted {
  /** Cells in which the generator was nearly bound. */
  busy: Set<string>;
  /** Cell → requests a second. */
  capacities: Map<string, number>;
}

/** What one short window of every load shows. Pilot samples judge nothing. */
async function pilot(campaign: Campaign, state: State, cells: Cell[]): Promise<Piloted> {
  const { curve, profile } = campaign.plan;
  // A curve needs the rate of every load, and of a server that is warm.
  const isNeeded = (tool: Tool) => curve.length > 0 || tool !== LIGHTEST_TOOL;
  const loads = cells.filter(({ measure }) => measure.kind === "load" && isNeeded(measure.tool));
  const busy = new Set<string>();
  const capacities = new Map<string, number>();
  if (loads.length === 0) return { busy, capacities };
  campaign.progress.phase("pilot");
  const watch: RecordSink = async (record) => {
    if (record.kind === "sample") {
      if ((record.values["generator-cpu"] ?? 0) >= PILOT_BUSY) busy.add(record.cell);
      if (record.values.rps) capacities.set(record.cell, record.values.rps);
    }
    await campaign.record(record);
  };
  const warmup = curve.length > 0 ? profile.warmup : 0;
  const short = { ...profile, phase: "pilot" as const, round: 0, warmup, window: PILOT_WINDOW };
  await makeVisits({ ...campaign, record: watch }, state, campaign.order(loads, 1), short);
  return { busy, capacities };
}

/**
 * Adds the same cell with the lightest tool behind every load cell that is nearly bound, and behind those it is judged
 * together with: both sides of a relation are judged by one tool.
 *
 * @param busy cells whose generator was nearly bound
 * @param comparisons cells that are judged together
 */
export function withLighterTool(
  cells: Cell[],
  busy: ReadonlySet<string>,
  comparisons: readonly (readonly string[])[],
): Cell[] {
  const wanted = new Set([...busy, ...comparisons.filter((ids) => ids.some((id) => busy.has(id))).flat()]);
  return cells.flatMap((cell) => {
    if (cell.measure.kind !== "load" || cell.measure.tool === LIGHTEST_TOOL || !wanted.has(cell.id)) return [cell];
    const measure = { ...cell.measure, tool: LIGHTEST_TOOL };
    return [cell, makeCell({ id: cell.arm }, measure)];
  });
}

async function makeVisits(campaign: Campaign, state: State, visits: Visit[], plan: Omit<VisitPlan, "cells">) {
  const { guests, progress, estimate } = campaign;
  const all = visits.flatMap(({ cells }) => cells);
  const name = (cell: Cell) =>
    (plan.phase === "rounds" || plan.phase === "confirm" ? `round ${plan.round} ` : "") + cell.id;
  for (const { arm, cells } of visits) {
    const guest = guests.get(arm);
    const skipped = !guest || state.dead.has(arm);
    const announce = (cell: Cell) => {
      // Told again when a visit is made again.
      const done = all.findIndex(({ id }) => id === cell.id);
      const next = all.slice(done + 1, done + 4).map(name);
      progress.step({ what: name(cell), next, done, total: all.length, left: Math.max(0, state.left) });
    };
    if (!skipped) await makeVisit(campaign, state, guest, { ...plan, cells }, announce);
    state.left -= cells.reduce((sum, cell) => sum + estimate(cell), 0);
  }
}

async function makeVisit(
  campaign: Campaign,
  { spent, dead }: State,
  guest: Guest | ProgramGuest,
  plan: VisitPlan,
  announce: (cell: Cell) => void,
): Promise<void> {
  const { kit, record, saveLog, signal } = campaign;
  const check = () => {
    if (signal.aborted) throw new Interrupted("the run was interrupted");
  };
  for (let attempt = 1; ; attempt++) {
    check();
    try {
      return await visit({ kit, guest, plan, spent, record, saveLog, announce, check, signal, visitNumber: attempt });
    } catch (error) {
      check();
      const { message, log, outOfMemory } = error as Error & Partial<LastWords>;
      const detail = {
        message,
        log: log ?? "",
        outOfMemory: outOfMemory ?? null,
        phase: plan.phase,
        round: plan.round,
        attempt,
      };
      if (error instanceof StartFailure) {
        dead.add(guest.arm.id);
        await record({ kind: "event", what: "start-failed", arm: guest.arm.id, detail });
        campaign.progress.note(`${guest.arm.id} did not start: ${message}`);
        return;
      }
      const helper = error instanceof ProbeError || error instanceof EngineError;
      if (!helper || attempt > VISIT_RETRIES) throw error;
      await record({ kind: "event", what: "cell-failed", arm: guest.arm.id, detail });
    }
  }
}
