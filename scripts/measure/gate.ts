import type { CgroupFiles } from "./cgroup.ts";
import { usageFile } from "./cpu-time.ts";
import type { Probe } from "./probe.ts";

/** A trial begins once all CPUs together were at most this busy for a window of this length. */
export const BUSY_PERCENT = 10;
const WINDOW_MS = 200;
const LIMIT_MS = 5000;

export interface Gate {
  quiet: boolean;
  /** Percent of all CPUs, in the last window. */
  busy: number;
  waitedMs: number;
}

/**
 * Waits for a quiet host, seen from inside the sandbox. A host that stays busy is no reason to wait for ever. What the
 * subject itself uses does not count: a server that spins when idle is a result, not a disturbance.
 *
 * @param cgroup the subject's; null where no subject runs yet
 */
export function gate(probe: Probe, cgroup: CgroupFiles | null): Promise<Gate> {
  const own = cgroup ? usageFile(cgroup) : null;
  return probe.ask<Gate>("gate", BUSY_PERCENT, WINDOW_MS, LIMIT_MS, ...(own ? [own] : []));
}

/** The exogenous reason for which a sample behind this gate is void; null when the host was quiet. */
export const gateVoid = (passed: Gate): string | null =>
  passed.quiet ? null : `host not quiet: ${passed.busy.toFixed(0)} % busy after ${passed.waitedMs} ms of waiting`;
