import type { CgroupFiles } from "./cgroup.ts";
import type { FileRead } from "./probe.ts";

/** CPU time a cgroup has used since it was made, in microseconds; throttling as counted so far. */
export interface CpuTime {
  totalUs: number;
  /** The kernel splits the exact total into user and system by what its ticks saw. */
  userUs: number | null;
  systemUs: number | null;
  throttled: number | null;
  throttledUs: number | null;
}

/** The file with the total CPU time of a cgroup; null where it is not mounted. */
export const usageFile = (cgroup: CgroupFiles): string | null =>
  cgroup.version === "1" ? cgroup.path("cpuacct", "cpuacct.usage") : cgroup.path("cpu", "cpu.stat");

/** Files that `cpuTime` needs, of a cgroup. */
export function cpuFiles(cgroup: CgroupFiles): string[] {
  const files =
    cgroup.version === "1"
      ? [
          cgroup.path("cpuacct", "cpuacct.usage"),
          cgroup.path("cpuacct", "cpuacct.usage_user"),
          cgroup.path("cpuacct", "cpuacct.usage_sys"),
          cgroup.path("cpu", "cpu.stat"),
        ]
      : [cgroup.path("cpu", "cpu.stat")];
  return files.filter((path) => path !== null);
}

/** Reads CPU time out of files read by the probe; null when the total is not among them. */
export function cpuTime(cgroup: CgroupFiles, files: Map<string, FileRead>): CpuTime | null {
  const text = (controller: string, file: string) => {
    const path = cgroup.path(controller, file);
    return path === null ? null : (files.get(path)?.text ?? null);
  };
  const stat = text("cpu", "cpu.stat") ?? "";
  const field = (name: string) => {
    const match = new RegExp(`^${name} (\\d+)$`, "m").exec(stat);
    return match ? Number(match[1]) : null;
  };
  if (cgroup.version === "2") {
    const totalUs = field("usage_usec");
    if (totalUs === null) return null;
    return {
      totalUs,
      userUs: field("user_usec"),
      systemUs: field("system_usec"),
      throttled: field("nr_throttled"),
      throttledUs: field("throttled_usec"),
    };
  }
  // v1 counts in nanoseconds.
  const micros = (file: string) => {
    const value = text("cpuacct", file);
    return value === null || value.trim() === "" ? null : Number(value) / 1000;
  };
  const totalUs = micros("cpuacct.usage");
  if (totalUs === null) return null;
  const throttledNs = field("throttled_time");
  return {
    totalUs,
    userUs: micros("cpuacct.usage_user"),
    systemUs: micros("cpuacct.usage_sys"),
    throttled: field("nr_throttled"),
    throttledUs: throttledNs === null ? null : throttledNs / 1000,
  };
}
