import { setTimeout as sleep } from "node:timers/promises";
import { requestOf } from "./contract.ts";
import { base64, type Probe, ProbeError } from "./probe.ts";
import { numberField } from "./proc.ts";
import { measured, type Reading } from "./reading.ts";
import { contractFor, type Guest, LOOPBACK } from "./sandbox.ts";

/** Exchanges of one traced run: sequential, on one kept connection, so that the count a response is exact. */
const EXCHANGES = 300;
const ATTACH_LIMIT_MS = 5000;
const SIGINT = 2;
/** System calls that send: what tells one write a response from five. */
const SENDING = new Set([
  "write",
  "writev",
  "send",
  "sendto",
  "sendmsg",
  "sendmmsg",
  "sendfile",
  "pwrite64",
  "pwritev",
]);

/** Calls by name from the table of `strace -c`. */
export function parseStrace(table: string): Map<string, number> {
  const calls = new Map<string, number>();
  for (const line of table.split("\n")) {
    // % time, seconds, usecs/call, calls, [errors], syscall
    const match = /^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(?:\d+\s+)?(\w+)$/.exec(line);
    if (match && match[2] !== "total") calls.set(match[2] ?? "", Number(match[1]));
  }
  return calls;
}

/** Waits until a tracer is attached; false where the process has ended instead. */
async function untilTraced(probe: Probe, pid: number): Promise<boolean> {
  const deadline = Date.now() + ATTACH_LIMIT_MS;
  for (;;) {
    const { files } = await probe.read(`/proc/${pid}/status`);
    const status = files.get(`/proc/${pid}/status`)?.text;
    if (!status) return false;
    if ((numberField(status, "TracerPid") ?? 0) > 0) return true;
    if (Date.now() > deadline) throw new Error(`strace did not attach to process ${pid} within ${ATTACH_LIMIT_MS} ms`);
    await sleep(20);
  }
}

/**
 * System calls per response, counted by strace on a run of its own: never while anything is timed. A tracer that cannot do
 * its work makes the reading void, a server that answers nothing makes it one without values.
 */
export async function takeSyscalls(probe: Probe, guest: Guest, pid: number, route: string): Promise<Reading> {
  const contract = contractFor(guest, route);
  const { port } = guest.app;
  const request = base64(requestOf(contract, port));
  // Warm up first: what a runtime does once, on its first requests, is no part of a response.
  await probe.ask("repeat", LOOPBACK, port, EXCHANGES, 10_000, request);
  const tracer = await probe.spawn(["strace", "-f", "-c", "-p", String(pid)]);
  const traced = async () => {
    if (!(await untilTraced(probe, pid))) return 0;
    return (await probe.ask<{ done: number }>("repeat", LOOPBACK, port, EXCHANGES, 10_000, request)).done;
  };
  const outcome = await traced().catch((error: Error) => error);
  const run = await probe.reap(tracer, { signal: SIGINT, limitMs: 5000 });
  if (outcome instanceof ProbeError) throw outcome;
  const done = outcome instanceof Error ? 0 : outcome;
  const calls = parseStrace(run.stderr);
  if (done === 0 || calls.size === 0) {
    const reason = outcome instanceof Error ? outcome.message : `strace counted nothing: ${run.stderr.slice(0, 200)}`;
    const unanswered = outcome === 0;
    const evidence = { exchanges: done, calls: {}, stderr: run.stderr.slice(0, 500) };
    return {
      trial: 1,
      window: 0,
      values: {},
      flags: unanswered ? ["errors"] : [],
      void: unanswered ? null : reason,
      evidence,
    };
  }
  const total = (counts: (name: string) => boolean) =>
    [...calls].filter(([name]) => counts(name)).reduce((sum, [, n]) => sum + n, 0);
  return {
    trial: 1,
    window: 0,
    values: measured({
      "syscalls-per-response": total(() => true) / done,
      "writes-per-response": total((name) => SENDING.has(name)) / done,
    }),
    flags: done < EXCHANGES ? ["errors"] : [],
    void: null,
    evidence: { exchanges: done, calls: Object.fromEntries(calls) },
  };
}
