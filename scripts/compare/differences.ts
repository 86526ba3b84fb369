import { createHash } from "node:crypto";
import type { Run, SubjectInfo } from "../model/run.ts";
import type { Difference } from "./schema.ts";

type Facts = Record<string, string | number | null | undefined>;

/**
 * In what two runs differ, apart from their figures. What makes figures incomparable comes first: another machine or
 * kernel, other limits, another amount of measuring, another article. What the runs were made to compare (versions of
 * kit, tools and subjects) comes after it.
 */
export function differencesOf(a: Run, b: Run): Difference[] {
  return [
    ...differing(conditions(a), conditions(b), true),
    ...differing(surroundings(a), surroundings(b), false),
    ...subjectDifferences(a, b),
  ];
}

function conditions({ host, engine, plan, article }: Run): Facts {
  const { name, rounds, warmup, window, trials, idle } = plan.profile;
  return {
    "CPU model": host.cpuModel,
    CPUs: host.cpus,
    architecture: host.architecture,
    kernel: host.kernel,
    "cgroup version": host.cgroupVersion,
    "huge pages": host.transparentHugePages,
    governor: host.governor,
    "container runtime": engine.runtime,
    profile: `${name}: ${rounds} rounds, ${warmup} + ${window} s, ${trials} starts, idle ${idle} s`,
    limits: `subject on CPU ${plan.cpus.subject}, helpers on ${plan.cpus.helpers}, ${plan.memoryBytes} bytes, ${plan.pids} pids`,
    article: `${article.slug}, sha256 ${digestOf(article).slice(0, 12)}`,
  };
}

function surroundings({ kit, host, engine, tools, plan }: Run): Facts {
  return {
    kit: `${kit.version}, ${kit.commit ?? "no commit"}`,
    engine: `${engine.version}, ${engine.storageDriver}, ${engine.operatingSystem}`,
    boot: host.bootId,
    "memory of the host": host.memoryBytes,
    "claims asked for": plan.claims.length,
    sensitivity: plan.sensitivity.join(", ") || "none",
    ...Object.fromEntries(Object.entries(tools).map(([tool, version]) => [`tool ${tool}`, version])),
  };
}

/** Subjects of both runs; one that only one of them has is told as such, since its own facts differ from nothing. */
function subjectDifferences(a: Run, b: Run): Difference[] {
  const names = [...new Set([...b.subjects, ...a.subjects].map(({ id }) => id))];
  return names.flatMap((id) => {
    const of = ({ subjects }: Run) => subjects.find((subject) => subject.id === id);
    const [one, two] = [of(a), of(b)];
    if (one && two) return differing(subjectFacts(one), subjectFacts(two), false);
    const statusOf = (subject: SubjectInfo | undefined) => subject?.status ?? "not among its subjects";
    return [{ what: id, a: statusOf(one), b: statusOf(two), forbids: false }];
  });
}

function subjectFacts({ id, status, digest, base, build }: SubjectInfo): Facts {
  const toolchain = Object.entries(build?.toolchain ?? {}).map(([tool, version]) => [`${id}: ${tool}`, version]);
  return {
    [`${id}: status`]: status,
    [`${id}: image`]: digest,
    [`${id}: base`]: `${base.name} (${base.source})`,
    ...Object.fromEntries(toolchain),
  };
}

/** Facts that both runs have and that differ; one that only one of them has is told as absent in the other. */
function differing(a: Facts, b: Facts, forbids: boolean): Difference[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const text = (value: Facts[string]) => (value === undefined || value === null ? "–" : String(value));
  return names
    .map((what) => ({ what, a: text(a[what]), b: text(b[what]), forbids }))
    .filter((difference) => difference.a !== difference.b);
}

/** The same for equal contents, in whatever order the keys of a file stand. */
function digestOf(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}
