import { constants } from "node:os";
import { getSystemErrorName } from "node:util";
import { KitError } from "../model/errors.ts";
import { type CgroupFiles, locateCgroup } from "./cgroup.ts";
import { requestOf } from "./contract.ts";
import { type KernelLimits, kernelLimits, limitFiles, limitMismatches } from "./limits.ts";
import { base64, decodeFiles, type FileRead, type Probe, ProbeRefusal } from "./probe.ts";
import { contractFor, type Guest, LOOPBACK, type Sandbox } from "./sandbox.ts";

/**
 * Poll interval of a start, in microseconds: the resolution of cold start (docs/method.md). A container's start keeps the
 * engine busy on all CPUs, is no finer than milliseconds, and so is asked for less often.
 */
const POLL_US = { launch: 50, attach: 200 };
/** A subject that has not answered by then has failed to start. */
export const START_LIMIT_MS = 20_000;
const STOP_GRACE_MS = 1000;

/** The subject did not become ready: a result about the subject, not a fault of the kit. */
export class StartFailure extends Error {
  override name = "StartFailure";
}

/** The kernel does not enforce what was asked: nothing measured under it could be compared, so the run stops. */
export class LimitMismatch extends KitError {
  constructor(message: string) {
    super(message, "see Limits in docs/method.md; on cgroup v1 swap accounting may be off (boot with swapaccount=1)");
  }
}

/** A started program. Clocks are CLOCK_MONOTONIC in nanoseconds; null where the program was already running. */
export interface Started {
  pid: number;
  execNs: number;
  readyNs: number;
  polls: number;
  before: Map<string, FileRead>;
  ready: Map<string, FileRead>;
}

interface Awaited {
  pid: number;
  execNs: number;
  readyNs: number;
  polls: number;
  ended?: number;
  livedUs?: number;
  wrong: string;
  before: { path: string }[];
  ready: { path: string }[];
}

/**
 * Waits until the subject's first answer that meets the contract. With `launch` the launcher starts the program first.
 * `paths` are read just before the start and right after the answer. Throws StartFailure.
 */
export async function awaitReady(
  probe: Probe,
  guest: Guest,
  mode: "launch" | "attach",
  paths: string[] = [],
  limitMs = START_LIMIT_MS,
): Promise<Started> {
  const contract = contractFor(guest);
  const asked = probe.ask<Awaited>(
    "await",
    mode,
    LOOPBACK,
    guest.app.port,
    POLL_US[mode],
    limitMs,
    base64(requestOf(contract, guest.app.port)),
    contract.status,
    base64(contract.contentType),
    base64(contract.body),
    ...paths,
  );
  const answer = await asked.catch((error: Error) => {
    throw startFailureOf(error, guest) ?? error;
  });
  if (answer.ended !== undefined) throw new StartFailure(endText(answer.ended, answer.livedUs ?? 0));
  if (answer.readyNs === 0) {
    const wrong = Buffer.from(answer.wrong, "base64").toString("latin1");
    const why =
      wrong !== ""
        ? `the last answer was ${JSON.stringify(wrong.slice(0, 120))}`
        : `nothing answered on ${LOOPBACK}:${guest.app.port}`;
    throw new StartFailure(`not ready within ${limitMs / 1000} s: ${why}`);
  }
  return { ...answer, before: decodeFiles(answer.before), ready: decodeFiles(answer.ready) };
}

/** How a program ended too early; by the convention of shells a status above 128 stands for a signal. */
function endText(status: number, livedUs: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0];
  const how = signal ? `${status} (${signal})` : `${status}`;
  return `the program ended with status ${how} after ${Math.round(livedUs / 1000)} ms, before it was ready`;
}

/** A program that the kernel would not execute, or that does not end; any other refusal is the probe's own. */
export function startFailureOf(error: Error, { target }: Pick<Guest, "target">): StartFailure | null {
  if (!(error instanceof ProbeRefusal)) return null;
  if (error.reason.startsWith("end:")) {
    return new StartFailure(`the program did not end within ${START_LIMIT_MS / 1000} s`, { cause: error });
  }
  if (!error.reason.startsWith("exec:")) return null;
  const code = getSystemErrorName(-error.errno);
  return new StartFailure(`${target.command[0]} could not be executed: ${code}`, { cause: error });
}

/** Ends the program: TERM, then KILL. */
export async function stopProgram(probe: Probe): Promise<{ status: number; userUs: number; systemUs: number }> {
  return probe.ask("stop", STOP_GRACE_MS);
}

/** Finds the cgroup of a process the probe sees. PID 1, the launcher, shares it with the program it starts. */
export async function cgroupOf(probe: Probe, pid: number): Promise<CgroupFiles> {
  const { files } = await probe.read(`/proc/${pid}/cgroup`, `/proc/${pid}/mountinfo`);
  const text = (name: string) => files.get(`/proc/${pid}/${name}`)?.text ?? "";
  return locateCgroup(pid, text("cgroup"), text("mountinfo"));
}

/** Reads the limits of the measured process back from the kernel; throws LimitMismatch where they are not as asked. */
export async function checkLimits(sandbox: Sandbox, pid: number): Promise<KernelLimits> {
  const cgroup = await cgroupOf(sandbox.probe, pid);
  const kernel = kernelLimits(pid, cgroup, await sandbox.probe.read(...limitFiles(pid, cgroup)));
  const mismatches = limitMismatches(sandbox.limits, kernel);
  if (mismatches.length > 0) {
    throw new LimitMismatch(`the kernel does not enforce what was asked for process ${pid}: ${mismatches.join("; ")}`);
  }
  return kernel;
}
