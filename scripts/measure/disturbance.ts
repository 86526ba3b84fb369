import type { NetworkPath } from "../model/path.ts";
import { type CpuJiffies, cpuList } from "./proc.ts";

/** The kernel counts jiffies of 10 ms in /proc/stat, whatever its own tick (USER_HZ, time(7)). */
const JIFFY_US = 10_000;

/**
 * Foreign CPU on the subject's CPU beyond this share of the window voids a sample. Two jiffies of rounding on a window of
 * 2 s are 1 %; what the kernel's own threads take there is of that size too.
 */
const FOREIGN_LIMIT = 0.05;
/** Foreign CPU on the helpers' CPUs: the engine and the runner idle there, so more is allowed. */
const FOREIGN_HELPERS_LIMIT = 0.1;
/** CPU that the hypervisor gave to others. */
export const STEAL_LIMIT = 0.02;

/** CPU used by others than subject and generator during a window, as shares of the window. */
export interface Disturbance {
  foreignSubject: number;
  foreignHelpers: number;
  steal: number;
}

interface Window {
  before: Map<number, CpuJiffies>;
  after: Map<number, CpuJiffies>;
  seconds: number;
  /** CPU lists; subject null when it may run anywhere. */
  cpus: { subject: string | null; helpers: string };
  subjectUs: number;
  helpersUs: number;
}

/**
 * Whether the kernel counts interrupts apart from the tasks they interrupt (CONFIG_IRQ_TIME_ACCOUNTING). Then a hard
 * interrupt's time shows in /proc/stat; without it, time goes to whatever a tick meets, and that is never one.
 */
const countsInterruptsApart = (cpus: Map<number, CpuJiffies>): boolean => [...cpus.values()].some(({ irq }) => irq > 0);

/**
 * What others used, from the host's own counters less what our cgroups used. Negative rounding is cut to 0.
 *
 * Loopback's own work runs as soft interrupts. A kernel that counts those apart leaves them out of the cgroups' time too,
 * so they must not be taken for foreign load; one that does not has them in both.
 */
export function disturbance(window: Window): Disturbance {
  const capacityUs = window.seconds * 1e6;
  const apart = countsInterruptsApart(window.before);
  const busy = (cpu: CpuJiffies) => (apart ? cpu.tasks : cpu.tasks + cpu.irq + cpu.softirq);
  const gained = (cpus: number[], of: (cpu: CpuJiffies) => number) =>
    cpus.reduce((sum, cpu) => {
      const [from, to] = [window.before.get(cpu), window.after.get(cpu)];
      return from && to ? sum + of(to) - of(from) : sum;
    }, 0) * JIFFY_US;
  const steal = (cpu: CpuJiffies) => cpu.steal;
  const all = [...window.after.keys()];
  const helpers = cpuList(window.cpus.helpers);
  const share = (us: number, cpus: number[]) => Math.max(0, us / (capacityUs * Math.max(1, cpus.length)));
  if (window.cpus.subject === null) {
    const foreign = share(gained(all, busy) - window.subjectUs - window.helpersUs, all);
    return { foreignSubject: foreign, foreignHelpers: foreign, steal: share(gained(all, steal), all) };
  }
  const subject = cpuList(window.cpus.subject);
  return {
    foreignSubject: share(gained(subject, busy) - window.subjectUs, subject),
    foreignHelpers: share(gained(helpers, busy) - window.helpersUs, helpers),
    steal: share(gained(all, steal), all),
  };
}

/** The exogenous reason to void a sample; null where there is none. A slow or failing server is never one. */
export function disturbanceVoid(found: Disturbance, path: NetworkPath = "loopback"): string | null {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  if (found.steal > STEAL_LIMIT)
    return `steal: ${percent(found.steal)} of the CPUs' time, limit ${percent(STEAL_LIMIT)}`;
  // The engine's proxy is part of this path and runs where it likes, also on the subject's CPU: it cannot be told from
  // other foreign load, so that voiding by that would void the path itself. The samples are flagged `unguarded` instead.
  if (path === "published") return null;
  if (found.foreignSubject > FOREIGN_LIMIT) {
    return `foreign load on the subject's CPU: ${percent(found.foreignSubject)}, limit ${percent(FOREIGN_LIMIT)}`;
  }
  if (found.foreignHelpers > FOREIGN_HELPERS_LIMIT) {
    return `foreign load on the helpers' CPUs: ${percent(found.foreignHelpers)}, limit ${percent(FOREIGN_HELPERS_LIMIT)}`;
  }
  return null;
}
