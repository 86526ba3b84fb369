import { setTimeout as sleep } from "node:timers/promises";
import type { Probe } from "./probe.ts";
import { familyOf, kilobyteField, numberField, parentOf } from "./proc.ts";
import { measured, type Reading } from "./reading.ts";

/** Memory of a process and its descendants, in bytes; a figure one of them lacks is null for all. */
export interface Memory {
  pids: number[];
  rss: number | null;
  vsz: number | null;
  "smaps-rss": number | null;
  pss: number | null;
  uss: number | null;
  anonymous: number | null;
  threads: number | null;
  /** The raw texts, by path. */
  texts: Record<string, string>;
}

/** The process and all its descendants as the probe sees them. */
export async function family(probe: Probe, root: number): Promise<number[]> {
  const pids = (await probe.list("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const { files } = await probe.read(...pids.map((pid) => `/proc/${pid}/stat`));
  const parents = new Map<number, number>();
  for (const pid of pids) {
    const parent = parentOf(files.get(`/proc/${pid}/stat`)?.text ?? "");
    if (parent !== null) parents.set(pid, parent);
  }
  return familyOf(root, parents);
}

const sum = (values: (number | null)[]): number | null =>
  values.includes(null) ? null : values.reduce<number>((total, value) => total + (value ?? 0), 0);

/**
 * Reads VmRSS and VmSize from status and the page walk's figures from smaps_rollup, in one command of the probe. RSS
 * counts shared pages whole; PSS divides them among all processes that map them; USS is what only this process maps.
 */
export async function readMemory(probe: Probe, root: number): Promise<Memory> {
  const pids = await family(probe, root);
  const { files } = await probe.read(...pids.flatMap((pid) => [`/proc/${pid}/status`, `/proc/${pid}/smaps_rollup`]));
  const text = (pid: number, name: string) => files.get(`/proc/${pid}/${name}`)?.text ?? "";
  const status = (name: string) => sum(pids.map((pid) => kilobyteField(text(pid, "status"), name)));
  const rollup = (name: string) => sum(pids.map((pid) => kilobyteField(text(pid, "smaps_rollup"), name)));
  return {
    pids,
    rss: status("VmRSS"),
    vsz: status("VmSize"),
    "smaps-rss": rollup("Rss"),
    pss: rollup("Pss"),
    uss: sum([rollup("Private_Clean"), rollup("Private_Dirty")]),
    anonymous: rollup("Anonymous"),
    threads: sum(pids.map((pid) => numberField(text(pid, "status"), "Threads"))),
    texts: Object.fromEntries([...files.values()].map((file) => [file.path, file.text ?? `errno ${file.errno}`])),
  };
}

/** Idle memory: `seconds` after the first validated answer, which was the only request served; no collection forced. The wait ends at once, by an error, when the run is told to stop. */
export async function takeIdleMemory(
  probe: Probe,
  pid: number,
  seconds: number,
  signal?: AbortSignal,
): Promise<Reading> {
  await sleep(seconds * 1000, undefined, signal ? { signal } : {});
  const { pids, texts, ...values } = await readMemory(probe, pid);
  return { trial: 1, window: seconds, values: measured(values), flags: [], void: null, evidence: { pids, texts } };
}
