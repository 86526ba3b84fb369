import { setTimeout as sleep } from "node:timers/promises";
import { gate, gateVoid } from "./gate.ts";
import { cgroupOf, START_LIMIT_MS, StartFailure, startFailureOf } from "./process.ts";
import { measured, type Reading } from "./reading.ts";
import type { ProgramGuest, Sandbox } from "./sandbox.ts";

interface Ended {
  status: number;
  execNs: number;
  livedUs: number;
  userUs: number;
  systemUs: number;
  maxRssKb: number;
}

const LAUNCHERS = /^rematch-launcher: .*$\n?/m;
const LOG_TRIES = 40;
const LOG_PAUSE_MS = 50;

/** Runs the program once; throws StartFailure where it cannot be executed, does not end or ends with another status than 0. */
async function runOnce({ probe }: Sandbox, guest: ProgramGuest): Promise<Ended> {
  const ended = await probe.ask<Ended>("run", START_LIMIT_MS).catch((error: Error) => {
    throw startFailureOf(error, guest) ?? error;
  });
  if (ended.status !== 0) throw new StartFailure(`the program ended with status ${ended.status}`);
  return ended;
}

/**
 * Runs the program once, untimed, and holds what it prints against what it has to. Afterwards its pages are in the cache, as
 * they are for every timed run. Throws StartFailure.
 */
export async function checkOutput(sandbox: Sandbox, guest: ProgramGuest): Promise<void> {
  await runOnce(sandbox, guest);
  const printed = (await logToEnd(sandbox)).replace(LAUNCHERS, "");
  const { prints } = guest.program;
  if (printed.trimEnd() === prints.trimEnd()) return;
  throw new StartFailure(`it printed ${JSON.stringify(printed.slice(0, 120))}, expected ${JSON.stringify(prints)}`);
}

/** The program's output: through one pipe with the launcher's line on its end, which comes last and maybe not at once. */
async function logToEnd({ subject }: Sandbox): Promise<string> {
  for (let tried = 1; ; tried++) {
    const log = await subject.logs(100);
    if (LAUNCHERS.test(log) || tried === LOG_TRIES) return log;
    await sleep(LOG_PAUSE_MS);
  }
}

/**
 * One run: exec of the program → its end as the launcher, its parent, sees it. Peak memory is the kernel's own figure of the
 * process (ru_maxrss), which begins with the launcher's few hundred kB at the fork.
 */
export async function takeRun(sandbox: Sandbox, guest: ProgramGuest, trial: number): Promise<Reading> {
  const { probe } = sandbox;
  const cgroup = await cgroupOf(probe, 1);
  const passed = await gate(probe, cgroup);
  const ended = await runOnce(sandbox, guest);
  const milliseconds = ended.livedUs / 1000;
  return {
    trial,
    window: milliseconds / 1000,
    values: measured({ "run-time": milliseconds, "peak-rss": ended.maxRssKb * 1024 }),
    flags: [],
    void: gateVoid(passed),
    evidence: { gate: passed, ended },
  };
}
