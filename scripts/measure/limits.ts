import type { CgroupFiles } from "./cgroup.ts";
import type { FilesRead } from "./probe.ts";
import { kilobyteField } from "./proc.ts";

/** What a subject was asked to get. Bytes, counts, CPU lists; `quota` in CPUs, null for none. */
export interface Limits {
  cpus: string | null;
  quota: number | null;
  memoryBytes: number;
  pids: number;
}

/** What the kernel enforces on the measured process, read from its own files; null where the kernel names no limit. */
export interface KernelLimits {
  cpus: string | null;
  cpusAllowed: string | null;
  quota: number | null;
  memoryBytes: number | null;
  /** Memory and swap together. */
  memorySwapBytes: number | null;
  pids: number | null;
  noNewPrivileges: boolean | null;
  capabilities: string | null;
  readOnlyRoot: boolean | null;
  openFiles: number | null;
}

interface Wanted {
  controller: string;
  file: string;
}
const FILES: Record<"1" | "2", Record<string, Wanted>> = {
  "1": {
    cpus: { controller: "cpuset", file: "cpuset.effective_cpus" },
    quota: { controller: "cpu", file: "cpu.cfs_quota_us" },
    period: { controller: "cpu", file: "cpu.cfs_period_us" },
    memory: { controller: "memory", file: "memory.limit_in_bytes" },
    swap: { controller: "memory", file: "memory.memsw.limit_in_bytes" },
    pids: { controller: "pids", file: "pids.max" },
  },
  "2": {
    cpus: { controller: "cpuset", file: "cpuset.cpus.effective" },
    quota: { controller: "cpu", file: "cpu.max" },
    memory: { controller: "memory", file: "memory.max" },
    swap: { controller: "memory", file: "memory.swap.max" },
    pids: { controller: "pids", file: "pids.max" },
  },
};

/** Files to read for `kernelLimits`, of the process with this pid. */
export function limitFiles(pid: number, cgroup: CgroupFiles): string[] {
  const own = Object.values(FILES[cgroup.version]).map(({ controller, file }) => cgroup.path(controller, file));
  return [
    ...own.filter((path) => path !== null),
    `/proc/${pid}/status`,
    `/proc/${pid}/mountinfo`,
    `/proc/${pid}/limits`,
    "/proc/meminfo",
  ];
}

/** v1 writes "no limit" as the largest page-aligned number: anything beyond 2^60 bytes is none. */
const NO_LIMIT = 2 ** 60;

function amount(text: string | null): number | null {
  const value = text === null || text === "max" || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value < NO_LIMIT && value >= 0 ? value : null;
}

/** Reads the limits out of what the probe read from `limitFiles`. */
export function kernelLimits(pid: number, cgroup: CgroupFiles, read: FilesRead): KernelLimits {
  const text = (path: string | null) => (path === null ? null : (read.files.get(path)?.text?.trim() ?? null));
  const own = (name: string) => {
    const wanted = FILES[cgroup.version][name];
    return wanted ? text(cgroup.path(wanted.controller, wanted.file)) : null;
  };
  const status = text(`/proc/${pid}/status`) ?? "";
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+)$`, "m").exec(status)?.[1] ?? null;
  const rootMount = /^\S+ \S+ \S+ \S+ \/ (\S+)/m.exec(text(`/proc/${pid}/mountinfo`) ?? "")?.[1];
  const memory = amount(own("memory"));
  const swap = amount(own("swap"));
  return {
    cpus: own("cpus"),
    cpusAllowed: field("Cpus_allowed_list"),
    quota: quotaOf(cgroup.version, own("quota"), own("period")),
    memoryBytes: memory,
    memorySwapBytes: memorySwap(cgroup.version, memory, swap, text("/proc/meminfo") ?? ""),
    pids: amount(own("pids")),
    noNewPrivileges: field("NoNewPrivs") === null ? null : field("NoNewPrivs") === "1",
    capabilities: field("CapEff"),
    readOnlyRoot: rootMount === undefined ? null : rootMount.split(",").includes("ro"),
    openFiles: amount(/^Max open files\s+(\d+)/m.exec(text(`/proc/${pid}/limits`) ?? "")?.[1] ?? null),
  };
}

/** v1 counts memory and swap in one file, v2 swap apart. Where neither is there and the host has no swap, memory is all. */
function memorySwap(version: "1" | "2", memory: number | null, swap: number | null, meminfo: string): number | null {
  if (memory === null) return null;
  if (swap === null) return kilobyteField(meminfo, "SwapTotal") === 0 ? memory : null;
  return version === "1" ? swap : memory + swap;
}

function quotaOf(version: "1" | "2", quota: string | null, period: string | null): number | null {
  if (quota === null) return null;
  const [used, per] = version === "1" ? [quota, period] : quota.split(" ");
  return used === "-1" || used === "max" ? null : Number(used) / Number(per);
}

/** Every point in which the kernel enforces something else than was asked; empty when all is as asked. */
export function limitMismatches(asked: Limits, kernel: KernelLimits): string[] {
  const points: [string, unknown, unknown][] = [
    ["quota in CPUs", asked.quota, kernel.quota],
    ["memory in bytes", asked.memoryBytes, kernel.memoryBytes],
    ["memory and swap in bytes", asked.memoryBytes, kernel.memorySwapBytes],
    ["pids", asked.pids, kernel.pids],
    ["no new privileges", true, kernel.noNewPrivileges],
    ["effective capabilities", 0, kernel.capabilities === null ? null : Number.parseInt(kernel.capabilities, 16)],
    ["read-only root", true, kernel.readOnlyRoot],
  ];
  if (asked.cpus !== null) {
    points.push(["cpuset", asked.cpus, kernel.cpus], ["allowed CPUs of the process", asked.cpus, kernel.cpusAllowed]);
  }
  return points
    .filter(([, wanted, found]) => wanted !== found)
    .map(([what, wanted, found]) => `${what}: asked ${wanted ?? "none"}, the kernel has ${found ?? "none"}`);
}
