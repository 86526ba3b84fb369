import { KitError } from "../model/errors.ts";

/** CPUs of one run, as the kernel writes lists ("0", "1-3"). */
export interface CpuSplit {
  subject: string;
  helpers: string;
}

/**
 * One CPU for the subject, the rest for load generator, probe and runner. The subject gets the last one: the kernel's
 * own work lands on CPU 0 unless told otherwise. Where the subject's core has another thread (`siblings`: CPU to its
 * core's list, as the kernel writes it) and other cores remain, that thread stays idle.
 *
 * Throws a KitError on a host with one CPU: sharing it would time the load generator, not the subject.
 */
export function splitCpus(cpus: readonly number[], siblings: Readonly<Record<string, string>> = {}): CpuSplit {
  const sorted = [...new Set(cpus)].sort((a, b) => a - b);
  const subject = sorted.at(-1);
  const rest = sorted.slice(0, -1);
  if (subject === undefined || rest.length === 0) {
    const message = `measuring needs 2 CPUs, one for the subject and one for the load generator; there is ${sorted.length}`;
    throw new KitError(message, "run on a machine (or allow the engine a cpuset) with 2 or more");
  }
  const sameCore = parseCpus(siblings[subject] ?? "");
  const apart = rest.filter((cpu) => !sameCore.includes(cpu));
  return { subject: String(subject), helpers: formatCpus(apart.length > 0 ? apart : rest) };
}

/** Reads a list as the kernel writes it: "0-2,5" is 0, 1, 2, 5. An empty list has none. */
export function parseCpus(list: string): number[] {
  return list
    .split(",")
    .filter((part) => part.trim() !== "")
    .flatMap((part) => {
      const [first = Number.NaN, last = first] = part.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
}

/** Writes CPUs as the kernel does: 0, 1, 2, 5 is "0-2,5". */
export function formatCpus(cpus: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const cpu of [...cpus].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && cpu === run[1] + 1) run[1] = cpu;
    else runs.push([cpu, cpu]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
}
