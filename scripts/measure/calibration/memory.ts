import type { Metric } from "../../model/metric.ts";
import { takeIdleMemory } from "../idle-memory.ts";
import type { Probe } from "../probe.ts";
import { awaitReady, cgroupOf, checkLimits } from "../process.ts";
import { fixtureGuest, request } from "./fixture.ts";
import { type Calibration, inSandbox } from "./observe.ts";

const MIB = 1024 * 1024;
const CACHED_MIB = 256;
const FIGURES = ["rss", "smaps-rss", "pss", "uss", "anonymous"] as const;

/**
 * What known effects add to the memory of one process. The difference is taken within it, since where a stack begins is
 * random and costs a page more or less from process to process.
 */
export async function observeMemory(calibration: Calibration): Promise<void> {
  const { kit, image, observe, check } = calibration;
  const guest = fixtureGuest(image, "fixture", []);
  check();
  await inSandbox(kit, guest, async (sandbox) => {
    const { probe } = sandbox;
    const { pid } = await awaitReady(probe, guest, "launch");
    await checkLimits(sandbox, pid);
    const read = async () => (await takeIdleMemory(probe, pid, 0)).values;
    const added = async (path: string) => {
      const before = await read();
      await request(probe, path);
      const after = await read();
      return (metric: Metric) => {
        const [from, to] = [before[metric], after[metric]];
        return from === undefined || to === undefined ? null : to - from;
      };
    };
    const cached = await added("/cache");
    // Only what is in the cache for this very subject could be taken for its memory.
    if ((await cachedBytes(probe, pid)) >= CACHED_MIB * MIB) {
      for (const metric of FIGURES) observe({ quantity: `${metric}.cached`, truth: 0, value: cached(metric) });
    }
    const reserved = await added("/reserve/20480");
    for (const metric of FIGURES) observe({ quantity: `${metric}.reserved`, truth: 0, value: reserved(metric) });
    observe({ quantity: "vsz.reserved", truth: 20_480 * MIB, value: reserved("vsz") });
    const touched = await added("/touch/64");
    for (const metric of FIGURES) observe({ quantity: `${metric}.touched`, truth: 64 * MIB, value: touched(metric) });
  });
}

/** File cache that the kernel counts for the cgroup of a process; 0 where it does not tell. */
async function cachedBytes(probe: Probe, pid: number): Promise<number> {
  const path = (await cgroupOf(probe, pid)).path("memory", "memory.stat");
  const text = path === null ? "" : ((await probe.read(path)).files.get(path)?.text ?? "");
  return Number(/^(?:cache|file) (\d+)$/m.exec(text)?.[1] ?? 0);
}
