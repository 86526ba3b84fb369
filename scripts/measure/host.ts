import type { Host } from "../model/run.ts";
import type { Probe } from "./probe.ts";
import { cpuList, kilobyteField } from "./proc.ts";

const CPU = "/sys/devices/system/cpu";

/** The host as a helper on it sees it, so that a remote engine is described and not the runner's machine. */
export async function readHost(probe: Probe, architecture: string): Promise<Host> {
  const paths = {
    cpuinfo: "/proc/cpuinfo",
    meminfo: "/proc/meminfo",
    online: `${CPU}/online`,
    kernel: "/proc/sys/kernel/osrelease",
    pages: "/sys/kernel/mm/transparent_hugepage/enabled",
    governor: `${CPU}/cpu0/cpufreq/scaling_governor`,
    boot: "/proc/sys/kernel/random/boot_id",
    v2: "/sys/fs/cgroup/cgroup.controllers",
  };
  const { files } = await probe.read(...Object.values(paths));
  const text = (path: string) => files.get(path)?.text?.trim() ?? null;
  const cpus = cpuList(text(paths.online) ?? "0");
  const siblingFile = (cpu: number) => `${CPU}/cpu${cpu}/topology/thread_siblings_list`;
  const siblings = await probe.read(...cpus.map(siblingFile));
  return {
    kernel: text(paths.kernel) ?? "unknown",
    architecture,
    cpuModel: /^model name\s*:\s*(.+)$/m.exec(text(paths.cpuinfo) ?? "")?.[1] ?? "unknown",
    cpus: cpus.length,
    memoryBytes: kilobyteField(text(paths.meminfo) ?? "", "MemTotal") ?? 0,
    cgroupVersion: text(paths.v2) === null ? "1" : "2",
    transparentHugePages: /\[(\w+)\]/.exec(text(paths.pages) ?? "")?.[1] ?? "unknown",
    governor: text(paths.governor),
    siblings: Object.fromEntries(
      cpus.map((cpu) => [String(cpu), siblings.files.get(siblingFile(cpu))?.text?.trim() ?? "unknown"]),
    ),
    bootId: text(paths.boot) ?? "unknown",
  };
}
