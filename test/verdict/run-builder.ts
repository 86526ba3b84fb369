import { type Claim, claimSchema, type Variation } from "../../scripts/model/article.ts";
import { type Cell, measureId } from "../../scripts/model/cell.ts";
import type { Metric } from "../../scripts/model/metric.ts";
import { PROFILES } from "../../scripts/model/profile.ts";
import type { NewRecord, RunRecord, Sample } from "../../scripts/model/record.ts";
import { type Place, placesOf } from "../../scripts/model/resolve.ts";
import type { Run, SubjectInfo } from "../../scripts/model/run.ts";
import type { Tool } from "../../scripts/model/tool.ts";

/** A claim with what a test does not care about filled in. */
export function claim(parts: Partial<Claim> & Pick<Claim, "id" | "relation">): Claim {
  return claimSchema.parse({ group: "one", says: `says ${parts.id}`, provenance: "published figure", ...parts });
}

export interface RunParts {
  claims: Claim[];
  variations?: Record<string, Variation>;
  /** Variations whose cells the plan holds; the primary's always are. */
  planned?: string[];
  tool?: Tool;
  /** Changes to subjects by `target/app`. */
  subjects?: Record<string, Partial<SubjectInfo>>;
  builds?: Run["article"]["builds"];
  change?: (run: Run) => Run;
}

/** A finished quick run of an article whose roles are `node` (node-22/service) and `native` (native-1/service). */
export function makeRun({ claims, variations = {}, planned = [], tool = "oha", ...rest }: RunParts): Run {
  const article: Run["article"] = {
    slug: "two-servers",
    title: "Two servers",
    protocol: { tool: "oha", seconds: 10, warmup: null, connections: [100], path: null, trials: 10 },
    unstated: [],
    subjects: { node: { target: "node-22", app: "service" }, native: { target: "native-1", app: "service" } },
    builds: rest.builds ?? {},
    groups: { one: "Group one", two: "Group two" },
    variations,
    claims,
  };
  const changes = [{}, ...planned.map((name) => variations[name]?.changes ?? {})];
  const places = claims.flatMap((each) => changes.flatMap((change) => placesOf(article, each, change, tool)));
  const arms = [...new Map(places.map(({ arm }) => [arm.id, arm])).values()];
  const cells = [...new Map(places.map(({ cell }) => [cell.id, cell])).values()];
  const subjects = [...new Map(arms.map(({ target, app }) => [`${target}/${app}`, { target, app }]))];
  const run: Run = {
    schema: 1,
    run: "20261130T160814Z-two-servers",
    kit: { version: "0.1.0", commit: "abc1234" },
    startedAt: "2026-11-30T16:08:14.000Z",
    instrument: null,
    sharing: null,
    finishedAt: "2026-11-30T16:14:14.000Z",
    status: "done",
    article,
    plan: {
      article: article.slug,
      profile: PROFILES.quick,
      sensitivity: [],
      curve: [],
      subjects: subjects.map(([id, subject]) => ({ id, ...subject })),
      arms,
      cells,
      claims: claims.map(({ id }) => id),
      cpus: { subject: "0", helpers: "1" },
      memoryBytes: 536_870_912,
      pids: 256,
      deviations: [],
      seconds: 300,
    },
    host: {
      kernel: "6.1.0",
      architecture: "x86_64",
      cpuModel: "A CPU",
      cpus: 2,
      memoryBytes: 8_000_000_000,
      cgroupVersion: "2",
      transparentHugePages: "madvise",
      governor: null,
      siblings: { "0": "0", "1": "1" },
      bootId: "boot",
    },
    engine: { version: "29.0.0", storageDriver: "overlay2", runtime: "runc", operatingSystem: "Debian" },
    tools: { oha: "1.16.0", wrk: "4.1.0" },
    subjects: subjects.map(([id, subject]) => ({ ...builtSubject(id, subject), ...rest.subjects?.[id] })),
    deviations: [],
    timing: { wall: 312, windows: 180, starts: 80 },
  };
  return rest.change ? rest.change(run) : run;
}

const builtSubject = (id: string, subject: { target: string; app: string }): SubjectInfo => ({
  id,
  ...subject,
  status: "built",
  image: `rematch/${id}`,
  digest: "sha256:00",
  base: { name: "debian:bookworm-slim", source: "registry" },
  build: { seconds: 7.5, toolchain: { scriptc: "0.0.32" } },
  failure: null,
});

/** The cells of a claim read with a variation: one a role. */
export function cellsOf(run: Run, id: string, variation?: string, tool: Tool = "oha"): Cell[] {
  const found = run.article.claims.find((each) => each.id === id);
  if (!found) throw new Error(`no claim ${id}`);
  const changes = variation === undefined ? {} : (run.article.variations[variation]?.changes ?? {});
  return placesOf(run.article, found, changes, tool).map(({ cell }: Place) => cell);
}

export type SampleParts = Partial<Omit<Sample, "kind" | "cell" | "arm" | "measure">>;

export const sample = (cell: Cell, parts: SampleParts): NewRecord => ({
  kind: "sample",
  cell: cell.id,
  arm: cell.arm,
  measure: measureId(cell.measure),
  phase: "rounds",
  round: 1,
  attempt: 1,
  trial: 1,
  window: 2,
  values: {},
  flags: [],
  void: null,
  evidence: {},
  ...parts,
});

/** One sample a round with one value each. */
export const series = (
  cell: Cell | undefined,
  metric: Metric,
  values: number[],
  parts: SampleParts = {},
): NewRecord[] => {
  if (!cell) throw new Error("no such cell");
  return values.map((value, nth) =>
    sample(cell, { round: nth + 1, ...parts, values: { ...parts.values, [metric]: value } }),
  );
};

/** Numbers and dates records as the writer does. */
export const numbered = (records: NewRecord[]): RunRecord[] =>
  records.map((record, nth) => ({ ...record, seq: nth + 1, at: "2026-11-30T16:09:00.000Z" }) as RunRecord);

/** Six values around `centre` whose logs alternate by ±ln(1.1): the spread of which the tests know the interval. */
export const wobbling = (centre: number): number[] =>
  [1.1, 1 / 1.1, 1.1, 1 / 1.1, 1.1, 1 / 1.1].map((factor) => centre * factor);

/** The same value in six rounds. */
export const steady = (value: number, rounds = 6): number[] => Array.from({ length: rounds }, () => value);
