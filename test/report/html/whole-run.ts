import type { Cell } from "../../../scripts/model/cell.ts";
import type { NewRecord, RunRecord, Sample } from "../../../scripts/model/record.ts";
import type { Run } from "../../../scripts/model/run.ts";
import { article, planOf } from "../../plan/shipped.ts";
import { numbers } from "../../support/numbers.ts";
import { claim, makeRun, numbered, sample } from "../../verdict/run-builder.ts";

type Values = Sample["values"];

/**
 * A made-up quick run of the shipped article with every reading and arm: as many cells, samples and deviations as the
 * real one has. Native is quicker throughout, some samples are void, one arm's generator is at its limit.
 */
export function wholeRun(): { run: Run; records: RunRecord[] } {
  const plan = planOf({ sensitivity: true });
  const template = makeRun({
    claims: [claim({ id: "any", relation: { kind: "ratio", metric: "rss", of: "node", to: "native", value: 2 } })],
  });
  const [subject] = template.subjects;
  if (subject === undefined) throw new Error("no subject");
  const subjects = plan.subjects.map(({ id, target, app }) => ({ ...subject, id, target, app }));
  const run = { ...template, run: "20261130T160814Z-scriptc-vs-node", article, plan, subjects };
  return { run: { ...run, deviations: plan.deviations }, records: numbered([...recordsOf(run)]) };
}

function* recordsOf({ plan }: Run): Generator<NewRecord> {
  const random = numbers(7);
  const once = plan.cells.filter(({ measure }) => ["image", "facts", "syscalls"].includes(measure.kind));
  const rounds = plan.cells.filter((cell) => !once.includes(cell));
  for (const { id } of plan.arms) yield { kind: "event", what: "limits", arm: id, detail: LIMITS };
  for (const cell of once) yield sample(cell, { phase: "once", round: 0, ...onceOf(cell, random) });
  for (const phase of ["rounds", "confirm"] as const) {
    // Of fresh rounds about as many as a run takes in which most claims on load disagree.
    const cells = phase === "rounds" ? rounds : rounds.filter((_, nth) => nth % 3 === 0);
    for (let round = 1; round <= plan.profile.rounds; round++) {
      for (const cell of cells) yield* roundOf(cell, phase, round, plan.profile.trials, random);
    }
  }
}

function* roundOf(
  cell: Cell,
  phase: "rounds" | "confirm",
  round: number,
  trials: number,
  random: () => number,
): Generator<NewRecord> {
  const count = cell.measure.kind === "cold-start" ? trials : 1;
  for (let trial = 1; trial <= count; trial++) {
    const parts = { phase, round, trial, ...timedOf(cell, random) };
    const lost = random() < 0.03;
    if (lost) yield sample(cell, { ...parts, void: "host not quiet: 64 % busy after 5014 ms of waiting" });
    yield sample(cell, { ...parts, attempt: lost ? 2 : 1 });
  }
}

const around = (value: number, random: () => number): number => value * (0.94 + 0.12 * random());
const isNode = ({ arm }: Cell): boolean => arm.startsWith("node");

function onceOf(
  cell: Cell,
  random: () => number,
): { values: Values; evidence?: Sample["evidence"]; facts?: Sample["facts"] } {
  if (cell.measure.kind === "facts") return { values: {}, facts: { compiles: true, "binary.bytes": 571_648 } };
  if (cell.measure.kind === "syscalls") {
    const calls = { writev: 300, read: 303, epoll_pwait: 302, futex: 40 };
    const values = { "syscalls-per-response": around(3, random), "writes-per-response": 1.01 };
    return { values, evidence: { exchanges: 300, calls } };
  }
  const own = isNode(cell) ? 123_395_824 : 571_648;
  const layers = [
    { diffId: `sha256:${"ab".repeat(32)}`, unpacked: 73_951_670, compressed: 28_825_790 },
    { diffId: `sha256:${"cd".repeat(32)}`, unpacked: own, compressed: Math.round(own / 3) },
  ];
  const values = {
    "image-unpacked": 73_951_670 + own,
    "image-compressed": 28_825_790,
    "image-unique": own,
    binary: own,
  };
  return { values, evidence: { compressor: "gzip -6, zlib 1.3.1", layers } };
}

function timedOf(
  cell: Cell,
  random: () => number,
): { values: Values; evidence?: Sample["evidence"]; flags?: string[] } {
  const near = (node: number, native: number): number => around(isNode(cell) ? node : native, random);
  const { measure } = cell;
  switch (measure.kind) {
    case "cold-start":
      return { values: { "cold-start": near(83, 1.4), "cold-start-cpu": near(82, 1.3) } };
    case "container-start":
      return { values: { "container-start": near(160, 69), "container-floor": near(66, 66) } };
    case "idle-memory": {
      const rss = near(74.9e6, 2.53e6);
      const parts = { rss, "smaps-rss": rss, pss: rss * 0.99, uss: rss * 0.98, anonymous: rss * 0.3 };
      return { values: { ...parts, vsz: near(22.5e9, 4e6), threads: isNode(cell) ? 7 : 1 } };
    }
    case "load": {
      const values = loadOf(near);
      const url = `http://127.0.0.1:3000/${measure.route}`;
      const argv = ["oha", "--no-tui", "--output-format", "json", "-c", String(measure.connections), "-z", "2s", url];
      const log = `logs/rounds-1-1-${cell.id.replaceAll(" ", "_")}.txt`;
      // As many as 92,000 responses support.
      const percentilesMs = { p10: near(8, 12), p25: near(9, 13), p75: near(11, 14), p95: near(14, 16) };
      return {
        values,
        evidence: { generator: { argv }, log, percentilesMs },
        flags: isNode(cell) ? [] : ["generator-bound"],
      };
    }
    default:
      throw new Error(`${measure.kind} is not taken in rounds`);
  }
}

const loadOf = (near: (node: number, native: number) => number): Values => ({
  rps: near(46_000, 35_000),
  requests: Math.round(near(92_000, 70_000)),
  errors: 0,
  "in-flight": 100,
  "latency-mean": near(10, 14),
  "latency-p50": near(10, 13.8),
  "latency-p90": near(11.7, 14.6),
  "latency-p99": near(23, 23),
  "cpu-per-request": near(21, 27),
  "cpu-user-per-request": near(12, 2.6),
  "cpu-system-per-request": near(9, 24),
  "server-cpu": near(0.97, 0.9),
  "generator-cpu": near(0.6, 0.97),
  "bytes-per-response": near(440, 660),
  "packets-per-response": near(2.2, 4.1),
  "rss-loaded": near(98e6, 5.6e6),
});

const LIMITS = {
  asked: { cpus: "1", quota: null, memoryBytes: 536_870_912, pids: 256 },
  kernel: { cpus: "1", cpusAllowed: "1", quota: null, memoryBytes: 536_870_912, pids: 256, noNewPrivileges: true },
};
