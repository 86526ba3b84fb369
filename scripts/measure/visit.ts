import type { Cell } from "../model/cell.ts";
import { measureId } from "../model/cell.ts";
import { OPEN_LOOP_TOOL } from "../model/rate.ts";
import type { RecordSink, Sample } from "../model/record.ts";
import { takeColdStart } from "./cold-start.ts";
import { takeContainerStart } from "./container-start.ts";
import { takeIdleMemory } from "./idle-memory.ts";
import { withLastWords } from "./last-words.ts";
import type { KernelLimits } from "./limits.ts";
import { takeLoad } from "./load.ts";
import { awaitReady, cgroupOf, checkLimits } from "./process.ts";
import type { Reading } from "./reading.ts";
import { checkOutput, takeRun } from "./run.ts";
import { type Guest, type Kit, openSandbox, type ProgramGuest, type Sandbox } from "./sandbox.ts";
import { takeSyscalls } from "./syscalls.ts";

/** A void sample is taken again at most this often; every try is kept. */
const RETRIES = 2;

/** How long windows and starts took together, in seconds: what a run's wall time is compared with. */
export interface Spent {
  windows: number;
  starts: number;
}

export interface VisitPlan {
  phase: Sample["phase"];
  round: number;
  cells: Cell[];
  /** Durations of the profile, in seconds. */
  warmup: number;
  window: number;
  idle: number;
  trials: number;
}

export interface VisitContext {
  kit: Kit;
  guest: Guest | ProgramGuest;
  plan: VisitPlan;
  spent: Spent;
  record: RecordSink;
  /** Keeps a tool's output and returns its path below the run's directory. */
  saveLog(name: string, text: string): Promise<string>;
  /** Called before each cell, between windows. */
  announce(cell: Cell): void;
  /** Throws when the run was interrupted, of which `signal` tells at once. */
  check(): void;
  signal: AbortSignal;
  /** 1, or more where the visit is made again because a helper failed. */
  visitNumber: number;
}

/** Takes a reading until one is not void, and records every try. Returns the last. */
async function take(context: VisitContext, cell: Cell, trial: number, read: (attempt: number) => Promise<Reading>) {
  const { phase, round } = context.plan;
  for (let attempt = 1; ; attempt++) {
    context.check();
    const began = process.hrtime.bigint();
    const reading = await read(attempt);
    const wall = Number(process.hrtime.bigint() - began) / 1e9;
    const { void: reason, values, flags, evidence, window } = reading;
    const place = { cell: cell.id, arm: cell.arm, measure: measureId(cell.measure), phase, round, attempt, trial };
    await context.record({
      kind: "sample",
      ...place,
      window,
      values,
      flags,
      void: reason,
      evidence: { ...evidence, wall },
    });
    if (reason === null || attempt > RETRIES) return reading;
  }
}

/** One subject in a fresh sandbox: all its cells of a round. Throws StartFailure, LimitMismatch, ProbeError, EngineError. */
export async function visit(context: VisitContext): Promise<void> {
  const { kit, guest, plan, spent } = context;
  const cellsOf = (kind: Cell["measure"]["kind"]) => plan.cells.filter((cell) => cell.measure.kind === kind);
  for (const cell of cellsOf("container-start")) {
    if (!("app" in guest)) throw new Error(`${cell.id}: a program that ends does not become ready`);
    context.announce(cell);
    const began = process.hrtime.bigint();
    await take(context, cell, 1, () => takeContainerStart(kit, guest));
    spent.starts += Number(process.hrtime.bigint() - began) / 1e9;
  }
  if (plan.cells.every((cell) => cell.measure.kind === "container-start")) return;
  const began = process.hrtime.bigint();
  const sandbox = await openSandbox(kit, guest);
  spent.starts += Number(process.hrtime.bigint() - began) / 1e9;
  try {
    // The launcher hands its cgroup and its rights on to the program: checked before anything is timed, then on the program.
    const kernel = await checkLimits(sandbox, 1);
    if ("app" in guest) await inside(context, guest, sandbox, cellsOf);
    else await runs(context, guest, sandbox, kernel, cellsOf("run"));
  } catch (error) {
    throw error instanceof Error ? await withLastWords(error, sandbox.subject, sandbox.limits.memoryBytes) : error;
  } finally {
    const closing = process.hrtime.bigint();
    await sandbox.close();
    spent.starts += Number(process.hrtime.bigint() - closing) / 1e9;
  }
}

/** A program that ends by itself: it is gone before limits could be read from it, so those of its parent are recorded. */
async function runs(context: VisitContext, guest: ProgramGuest, sandbox: Sandbox, kernel: KernelLimits, cells: Cell[]) {
  const { plan, spent } = context;
  await context.record({ kind: "event", what: "limits", arm: guest.arm.id, detail: { asked: sandbox.limits, kernel } });
  await checkOutput(sandbox, guest);
  for (const cell of cells) {
    context.announce(cell);
    for (let trial = 1; trial <= plan.trials; trial++) {
      const reading = await take(context, cell, trial, () => takeRun(sandbox, guest, trial));
      spent.windows += reading.window;
    }
  }
}

async function inside(
  context: VisitContext,
  guest: Guest,
  sandbox: Sandbox,
  cellsOf: (kind: Cell["measure"]["kind"]) => Cell[],
) {
  const { kit, plan, spent } = context;
  const { probe } = sandbox;
  for (const cell of cellsOf("cold-start")) {
    context.announce(cell);
    for (let trial = 1; trial <= plan.trials; trial++) {
      const reading = await take(context, cell, trial, () => takeColdStart(sandbox, guest, trial));
      spent.windows += reading.window;
    }
  }
  const launched = await awaitReady(probe, guest, "launch");
  const kernel = await checkLimits(sandbox, launched.pid);
  await context.record({ kind: "event", what: "limits", arm: guest.arm.id, detail: { asked: sandbox.limits, kernel } });
  for (const cell of cellsOf("idle-memory")) {
    context.announce(cell);
    await take(context, cell, 1, () => takeIdleMemory(probe, launched.pid, plan.idle, context.signal));
    spent.windows += plan.idle;
  }
  const cgroup = await cgroupOf(probe, 1);
  for (const cell of plan.cells) {
    const { measure } = cell;
    if (measure.kind !== "load" && measure.kind !== "open-loop" && measure.kind !== "syscalls") continue;
    context.announce(cell);
    await take(context, cell, 1, async (attempt) => {
      // A program that ended under load is started again, so that nothing more is measured on a corpse.
      const { pid } = await awaitReady(probe, guest, "launch");
      if (measure.kind === "syscalls") return takeSyscalls(probe, guest, pid, measure.route);
      const load = { tool: OPEN_LOOP_TOOL, ...measure, warmup: plan.warmup, window: plan.window };
      const { reading, output } = await takeLoad(kit, sandbox, guest, pid, cgroup, load);
      spent.windows += reading.window + plan.warmup;
      const name = `${plan.phase}-${plan.round}-${context.visitNumber}.${attempt}-${cell.id}`;
      return { ...reading, evidence: { ...reading.evidence, log: await context.saveLog(name, output) } };
    });
  }
}
