import type { Machine } from "../model/machine.ts";
import { STEAL_LIMIT } from "./disturbance.ts";
import { BUSY_PERCENT, type Gate } from "./gate.ts";
import type { Probe } from "./probe.ts";
import { type CpuJiffies, cpuJiffies, kilobyteField } from "./proc.ts";

/** Long enough that ticks of 10 ms on one CPU come to a few per cent at most. */
const SAMPLE_MS = 1000;
const TOOL_LIMIT_MS = 5000;
/** What execvp's failure is told by. */
const NOT_FOUND = 127;

const FILES = {
  meminfo: "/proc/meminfo",
  ports: "/proc/sys/net/ipv4/ip_local_port_range",
  boost: "/sys/devices/system/cpu/cpufreq/boost",
  noTurbo: "/sys/devices/system/cpu/intel_pstate/no_turbo",
};

/** Looks at the engine's machine by a helper on it. Takes a second, in which all CPUs are watched. */
export async function readMachine(probe: Probe): Promise<Machine> {
  const { files } = await probe.read(...Object.values(FILES));
  const text = (path: string) => files.get(path)?.text?.trim() ?? null;
  const [first, last] = (text(FILES.ports) ?? "").split(/\s+/).map(Number);
  return {
    swapBytes: kilobyteField(text(FILES.meminfo) ?? "", "SwapTotal") ?? 0,
    turbo: turboOf(text(FILES.boost), text(FILES.noTurbo)),
    ports: first && last ? [first, last] : null,
    tools: {
      oha: await firstLine(probe, ["oha", "--version"]),
      wrk: await firstLine(probe, ["wrk", "-v"]),
      strace: await firstLine(probe, ["strace", "-V"]),
    },
    engineFreeBytes: await freeBytes(probe),
    now: await sample(probe),
  };
}

/** Of two drivers' switches, the one that is there; `no_turbo` says the opposite. */
function turboOf(boost: string | null, noTurbo: string | null): boolean | null {
  if (noTurbo !== null) return noTurbo === "0";
  return boost === null ? null : boost === "1";
}

async function firstLine(probe: Probe, argv: string[]): Promise<string | null> {
  const run = await probe.reap(await probe.spawn(argv), { limitMs: TOOL_LIMIT_MS });
  return run.status === NOT_FOUND ? null : (`${run.stdout}${run.stderr}`.split("\n", 1)[0] ?? "").trim();
}

/** The helper's root lies where the engine keeps its containers. */
async function freeBytes(probe: Probe): Promise<number | null> {
  const run = await probe.reap(await probe.spawn(["df", "-B1", "--output=avail", "/"]), { limitMs: TOOL_LIMIT_MS });
  const bytes = Number(run.stdout.trim().split("\n").at(-1));
  return run.status === 0 && Number.isFinite(bytes) ? bytes : null;
}

/** Busy as the gate before every trial has it, and what the hypervisor gave to others. */
async function sample(probe: Probe): Promise<Machine["now"]> {
  const [before, watched, after] = await Promise.all([
    probe.read("/proc/stat"),
    probe.ask<Gate>("gate", 100, SAMPLE_MS, SAMPLE_MS),
    probe.read("/proc/stat"),
  ]);
  const jiffies = [before, after].map(({ files }) => cpuJiffies(files.get("/proc/stat")?.text ?? ""));
  const gained = (of: (cpu: CpuJiffies) => number): number => {
    const [from = 0, to = 0] = jiffies.map((cpus) => [...cpus.values()].reduce((sum, cpu) => sum + of(cpu), 0));
    return to - from;
  };
  const total = gained((cpu) => cpu.total);
  return {
    seconds: SAMPLE_MS / 1000,
    ...{ busy: watched.busy / 100, busyLimit: BUSY_PERCENT / 100 },
    ...{ steal: total > 0 ? gained((cpu) => cpu.steal) / total : 0, stealLimit: STEAL_LIMIT },
  };
}
