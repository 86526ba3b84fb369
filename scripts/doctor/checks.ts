import type { EngineInfo, Host } from "../model/run.ts";

/** What was found; null where it could not be looked at. */
export interface Findings {
  engine: EngineInfo | null;
  /** Why the engine could not be reached, and what helps. */
  engineTrouble: { what: string; next: string } | null;
  buildx: string | null;
  /** Read by a helper on the engine's host; null before the helper's image exists. */
  host: Host | null;
  base: { name: string; source: string; present: boolean };
  helperImage: boolean;
  /** The run that measures right now. */
  living: string | null;
  /** Containers, networks and volumes of ended runs. */
  leftovers: number;
  /** Free bytes where results are written. */
  freeBytes: number;
}

export interface Check {
  id: string;
  state: "ok" | "warning" | "failure" | "unknown";
  found: string;
  /** What to do about it; null when nothing is to be done. */
  remedy: string | null;
}

/** Images, layers and build caches of the main job take about this much. */
const DISK_WANTED = 6e9;

const ok = (id: string, found: string): Check => ({ id, state: "ok", found, remedy: null });
const bad = (id: string, state: "warning" | "failure", found: string, remedy: string): Check => ({
  id,
  state,
  found,
  remedy,
});

/** Judges what was found: whether a run can be made here, and what would blur its numbers. */
export function checks(findings: Findings): Check[] {
  const { engine, engineTrouble, buildx, base, helperImage, living, leftovers, freeBytes } = findings;
  return [
    engine
      ? ok("engine", `${engine.version}, ${engine.storageDriver}, ${engine.operatingSystem}`)
      : bad(
          "engine",
          "failure",
          engineTrouble?.what ?? "not reached",
          engineTrouble?.next ?? "docker/up.sh starts one",
        ),
    buildx
      ? ok("buildx", buildx)
      : bad(
          "buildx",
          "failure",
          "docker buildx does not run",
          "docker/up.sh installs it; elsewhere install docker-buildx",
        ),
    base.present || base.source === "registry"
      ? ok("base image", `${base.name} (${base.source}${base.present ? "" : ", pulled when first needed"})`)
      : bad(
          "base image",
          "failure",
          `${base.name} is not on the engine`,
          "docker/up.sh builds it from Debian packages",
        ),
    living
      ? bad("other runs", "warning", `run ${living} is measuring`, "wait for its end: two at once spoil each other")
      : ok("other runs", "none"),
    leftovers > 0 && !living
      ? bad(
          "leftovers",
          "warning",
          `${leftovers} containers, networks or volumes of ended runs`,
          "bench clean removes them",
        )
      : ok("leftovers", "none"),
    freeBytes >= DISK_WANTED
      ? ok("disk", `${(freeBytes / 1e9).toFixed(1)} GB free`)
      : bad(
          "disk",
          "warning",
          `${(freeBytes / 1e9).toFixed(1)} GB free`,
          `${DISK_WANTED / 1e9} GB are wanted for images`,
        ),
    ...(findings.host ? hostChecks(findings.host) : [unseen(helperImage)]),
  ];
}

const unseen = (helperImage: boolean): Check => ({
  id: "host",
  state: "unknown",
  found: helperImage ? "not looked at" : "the helper that reads it is not built yet",
  remedy: helperImage ? null : "bench run builds it first",
});

function hostChecks(host: Host): Check[] {
  const shared = Object.values(host.siblings).some((list) => /[,-]/.test(list));
  return [
    host.cpus >= 2
      ? ok("CPUs", `${host.cpus} (${host.cpuModel})`)
      : bad("CPUs", "failure", "1", "subject and load generator need a CPU each: use a machine with two"),
    ok("cgroup", `version ${host.cgroupVersion}`),
    shared
      ? bad("thread siblings", "warning", "CPUs share cores", "turn SMT off, or read ratios of throughput with care")
      : ok("thread siblings", "each CPU has a core of its own, as far as the kernel shows"),
    host.governor === null || host.governor === "performance"
      ? ok("governor", host.governor ?? "none shown (common in virtual machines)")
      : bad("governor", "warning", host.governor, "set it to performance for steadier numbers"),
    host.transparentHugePages === "always"
      ? bad("huge pages", "warning", "always", "RSS may count untouched memory: set madvise or never")
      : ok("huge pages", host.transparentHugePages),
  ];
}

const MARK = { ok: "ok      ", warning: "warning ", failure: "FAILURE ", unknown: "unknown " };

export function checksText(found: readonly Check[]): string {
  const line = ({ id, state, found: what, remedy }: Check) =>
    `${MARK[state]} ${id.padEnd(16)} ${what}${remedy ? `\n${" ".repeat(26)}→ ${remedy}` : ""}`;
  return `${found.map(line).join("\n")}\n`;
}
