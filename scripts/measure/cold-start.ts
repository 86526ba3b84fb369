import { cpuFiles, cpuTime } from "./cpu-time.ts";
import { gate, gateVoid } from "./gate.ts";
import { awaitReady, cgroupOf, stopProgram } from "./process.ts";
import { measured, type Reading } from "./reading.ts";
import type { Guest, Sandbox } from "./sandbox.ts";

/**
 * One cold start: exec of the program → first answer that meets the contract, polled from another CPU every 50 µs. The
 * page cache is warm. CPU is what the subject's cgroup used between the start and that answer, the launcher's fork included.
 */
export async function takeColdStart(sandbox: Sandbox, guest: Guest, trial: number): Promise<Reading> {
  const { probe } = sandbox;
  const cgroup = await cgroupOf(probe, 1);
  const passed = await gate(probe, cgroup);
  const started = await awaitReady(probe, guest, "launch", cpuFiles(cgroup));
  const ended = await stopProgram(probe);
  const before = cpuTime(cgroup, started.before)?.totalUs ?? null;
  const ready = cpuTime(cgroup, started.ready)?.totalUs ?? null;
  const milliseconds = (started.readyNs - started.execNs) / 1e6;
  return {
    trial,
    window: milliseconds / 1000,
    values: measured({
      "cold-start": milliseconds,
      "cold-start-cpu": before === null || ready === null ? null : (ready - before) / 1000,
    }),
    flags: [],
    void: gateVoid(passed),
    evidence: { gate: passed, execNs: started.execNs, readyNs: started.readyNs, polls: started.polls, ended },
  };
}
