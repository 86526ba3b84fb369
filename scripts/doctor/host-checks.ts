import type { Machine } from "../model/machine.ts";
import type { Host } from "../model/run.ts";
import { type Check, failure, ok, warning } from "./check.ts";
import { gigabytes, percent } from "./figures.ts";

/** Images, layers and build caches of the main job take about this much. */
const ENGINE_WANTED = 6e9;
/** A connection a request leaves its port in TIME_WAIT for a minute; the main job keeps connections and needs 500. */
const PORTS_WANTED = 10_000;

/** Judges the engine's machine as a helper on it saw it. */
export function hostChecks(host: Host, machine: Machine): Check[] {
  return [
    engineDiskCheck(machine.engineFreeBytes),
    host.cpus >= 2
      ? ok("CPUs", `${host.cpus} (${host.cpuModel})`)
      : failure("CPUs", "1", "subject and load generator need a CPU each: use a machine with two"),
    siblingsCheck(host.siblings),
    host.governor === null || host.governor === "performance"
      ? ok("governor", host.governor ?? "none shown (common in virtual machines)")
      : warning(
          "governor",
          host.governor,
          "set it to performance for steadier numbers: cpupower frequency-set -g performance",
        ),
    turboCheck(machine.turbo),
    host.transparentHugePages === "always"
      ? warning("huge pages", "always", "RSS may count untouched memory: set madvise or never")
      : ok("huge pages", host.transparentHugePages),
    machine.swapBytes === 0
      ? ok("swap", "none")
      : warning("swap", gigabytes(machine.swapBytes), "helpers may be swapped out in a window: swapoff -a for the run"),
    portsCheck(machine.ports),
    ...toolChecks(machine.tools),
    ...nowChecks(machine.now),
  ];
}

function engineDiskCheck(free: number | null): Check {
  if (free === null) return { id: "engine disk", state: "unknown", found: "not shown", remedy: null };
  const found = `${gigabytes(free)} free where the engine keeps its data`;
  return free >= ENGINE_WANTED
    ? ok("engine disk", found)
    : warning(
        "engine disk",
        found,
        `${ENGINE_WANTED / 1e9} GB are wanted for images: docker system df shows what takes room`,
      );
}

function siblingsCheck(siblings: Host["siblings"]): Check {
  const shared = [...new Set(Object.values(siblings))].filter((list) => /[,-]/.test(list));
  return shared.length > 0
    ? warning(
        "thread siblings",
        `CPUs ${shared.join(" and ")} share cores`,
        "turn SMT off, or read ratios of throughput with care",
      )
    : ok("thread siblings", "each CPU has a core of its own, as far as the kernel shows");
}

function turboCheck(turbo: boolean | null): Check {
  if (turbo === null) return ok("turbo", "none shown (common in virtual machines)");
  if (!turbo) return ok("turbo", "off");
  const next =
    "the clock follows heat and load; off: echo 0 > /sys/devices/system/cpu/cpufreq/boost, or with intel_pstate: echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo";
  return warning("turbo", "on", next);
}

function portsCheck(ports: Machine["ports"]): Check {
  if (ports === null) return { id: "ports", state: "unknown", found: "range not shown", remedy: null };
  const [first, last] = ports;
  const count = last - first + 1;
  const found = `${first}–${last}, ${count} for connections`;
  return count >= PORTS_WANTED
    ? ok("ports", found)
    : warning("ports", found, 'loads may run out of them: sysctl -w net.ipv4.ip_local_port_range="32768 60999"');
}

function toolChecks(tools: Machine["tools"]): Check[] {
  const there = Object.entries(tools).flatMap(([name, version]) => (version === null ? [] : [`${name} ${version}`]));
  const lacking = Object.entries(tools).flatMap(([name, version]) => (version === null ? [name] : []));
  const found = there.join(", ") || "none";
  if (lacking.length === 0) return [ok("load tools", found)];
  const next =
    "bench run builds them again and keeps the build's log; wrk takes the place of an oha that cannot be built";
  // Without wrk nothing can take oha's place; without strace no system calls are counted.
  const make = lacking.includes("wrk") ? failure : warning;
  return [make("load tools", `${found}; not ${lacking.join(", ")}`, next)];
}

function nowChecks({ seconds, busy, busyLimit, steal, stealLimit }: Machine["now"]): Check[] {
  const found = (share: number, limit: number, what: string) =>
    `${percent(share)} ${what} over ${seconds} s (samples need at most ${percent(limit)})`;
  const isBusy = found(busy, busyLimit, "of all CPUs busy");
  const isStolen = found(steal, stealLimit, "of their time given to other machines");
  return [
    busy <= busyLimit
      ? ok("quiet now", isBusy)
      : warning(
          "quiet now",
          isBusy,
          "end what runs beside it (top shows it): samples wait for quiet, and are void without",
        ),
    steal <= stealLimit
      ? ok("steal", isStolen)
      : warning("steal", isStolen, "the hypervisor is crowded: use another machine, or another hour"),
  ];
}
