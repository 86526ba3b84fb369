/** Parsers of /proc texts. Sizes come out in bytes, CPU times in the unit each function names. Source: proc(5). */

/** A "Name:  123 kB" field in bytes; null when the text lacks it. */
export function kilobyteField(text: string, name: string): number | null {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text);
  return match ? Number(match[1]) * 1024 : null;
}

/** A numeric "Name:  123" field; null when the text lacks it. */
export function numberField(text: string, name: string): number | null {
  const match = new RegExp(`^${name}:\\s+(\\d+)$`, "m").exec(text);
  return match ? Number(match[1]) : null;
}

/** Parent of a process from /proc/PID/stat; its name may hold spaces and parentheses, so the last ")" ends it. */
export function parentOf(stat: string): number | null {
  const rest = stat
    .slice(stat.lastIndexOf(")") + 1)
    .trim()
    .split(/\s+/);
  const parent = Number(rest[1]);
  return rest.length > 1 && Number.isInteger(parent) ? parent : null;
}

/** `root` and all its descendants, from every process's parent. */
export function familyOf(root: number, parents: Map<number, number>): number[] {
  const family = [root];
  for (const member of family) {
    for (const [pid, parent] of parents) if (parent === member && !family.includes(pid)) family.push(pid);
  }
  return family;
}

/** Jiffies of one CPU since boot. Guest time is part of user time and so not added again. */
export interface CpuJiffies {
  /** User, nice and system. */
  tasks: number;
  /** Hard interrupts alone, and soft ones. */
  irq: number;
  softirq: number;
  steal: number;
  total: number;
}

/** Every CPU's jiffies from /proc/stat, by number. */
export function cpuJiffies(stat: string): Map<number, CpuJiffies> {
  const cpus = new Map<number, CpuJiffies>();
  for (const match of stat.matchAll(/^cpu(\d+) (.+)$/gm)) {
    const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = (match[2] ?? "")
      .split(" ")
      .map(Number);
    const tasks = user + nice + system;
    const total = tasks + irq + softirq + idle + iowait + steal;
    cpus.set(Number(match[1]), { tasks, irq, softirq, steal, total });
  }
  return cpus;
}

/** Counters of one interface from /proc/net/dev; null when it is not there. */
export function interfaceCounters(text: string, name: string): { bytes: number; packets: number } | null {
  const match = new RegExp(`^\\s*${name}:\\s*(\\d+)\\s+(\\d+)`, "m").exec(text);
  return match ? { bytes: Number(match[1]), packets: Number(match[2]) } : null;
}

/** Counters of /proc/net/netstat or /proc/net/snmp: pairs of lines, names above values. */
export function netCounters(text: string): Map<string, number> {
  const counters = new Map<string, number>();
  const lines = text.split("\n");
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const names = (lines[i] ?? "").split(" ");
    const values = (lines[i + 1] ?? "").split(" ");
    if (names[0] !== values[0]) continue;
    for (let j = 1; j < names.length; j++) counters.set(names[j] ?? "", Number(values[j]));
  }
  return counters;
}

/** CPUs of a kernel list such as "0,2-3". */
export function cpuList(text: string): number[] {
  return text
    .trim()
    .split(",")
    .filter((part) => part !== "")
    .flatMap((part) => {
      const [first = 0, last = first] = part.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    });
}
