import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Claim, Variation } from "../../scripts/model/article.ts";
import type { Cell } from "../../scripts/model/cell.ts";
import type { NewRecord, Sample } from "../../scripts/model/record.ts";
import type { Run } from "../../scripts/model/run.ts";
import { claim, makeRun, sample } from "../verdict/run-builder.ts";
import { numbers } from "./numbers.ts";

const ARMS_A_ROLE = 10;
const TRIALS = 10;
/** Records of one arm in a round: cold starts, idle memory, four loads, limits. */
const A_VISIT = TRIALS + 6;
const CONNECTIONS = [10, 50, 100, 500];

/** A run of two subjects under ten environments each, with as many rounds as make some `records` records. */
export function longRun(records: number): Run {
  const names = Array.from({ length: ARMS_A_ROLE - 1 }, (_, nth) => `loops-${nth}`);
  const variations: Record<string, Variation> = Object.fromEntries(
    names.map((name, nth) => [name, { what: `${nth} loops`, changes: { env: { LOOPS: String(nth) } } }]),
  );
  const ratio = (id: string, metric: "cold-start" | "rss" | "rps", connections?: number): Claim =>
    claim({
      id,
      relation: { kind: "ratio", metric, of: "node", to: "native", value: 2 },
      readings: names,
      ...(connections === undefined ? {} : { at: { route: "health", connections } }),
    });
  const rounds = Math.round(records / (2 * ARMS_A_ROLE * A_VISIT));
  return makeRun({
    claims: [
      ratio("start", "cold-start"),
      ratio("memory", "rss"),
      ...CONNECTIONS.map((connections) => ratio(`rps-${connections}`, "rps", connections)),
    ],
    variations,
    planned: names,
    change: (run) => ({ ...run, plan: { ...run.plan, profile: { ...run.plan.profile, rounds } } }),
  });
}

/** Writes the run's folder: run.json and records.jsonl, whose records are as large as those of a real run. */
export async function writeLongRun(folder: string, run: Run): Promise<number> {
  await writeFile(join(folder, "run.json"), JSON.stringify(run, null, 2));
  let seq = 0;
  function* lines(): Generator<string> {
    for (const record of recordsOf(run)) {
      const { kind, ...rest } = record;
      seq += 1;
      yield `${JSON.stringify({ kind, seq, at: "2026-11-30T16:09:00.000Z", ...rest })}\n`;
    }
  }
  await pipeline(lines(), createWriteStream(join(folder, "records.jsonl")));
  return seq;
}

function* recordsOf({ plan }: Run): Generator<NewRecord> {
  const random = numbers(1);
  for (let round = 1; round <= plan.profile.rounds; round++) {
    for (const { id } of plan.arms) {
      yield { kind: "event", what: "limits", arm: id, detail: LIMITS };
      for (const cell of plan.cells.filter(({ arm }) => arm === id)) {
        const trials = cell.measure.kind === "cold-start" ? TRIALS : 1;
        for (let trial = 1; trial <= trials; trial++) yield sampleOf(cell, round, trial, random);
      }
    }
  }
}

function sampleOf(cell: Cell, round: number, trial: number, random: () => number): NewRecord {
  const around = (value: number): number => value * (0.95 + 0.1 * random());
  const parts = { round, trial };
  switch (cell.measure.kind) {
    case "cold-start":
      return sample(cell, { ...parts, values: { "cold-start": around(70), "cold-start-cpu": around(60) }, ...START });
    case "idle-memory":
      return sample(cell, { ...parts, values: { rss: around(7e7), pss: around(7e7), threads: 7 }, ...MEMORY });
    default: {
      const values: Sample["values"] = { rps: around(20_000), requests: Math.round(around(40_000)), errors: 0 };
      for (const metric of LOAD_METRICS) values[metric] = around(10);
      return sample(cell, {
        ...parts,
        values,
        flags: ["throttled"],
        evidence: { ...LOAD, log: `logs/${cell.id}.txt` },
      });
    }
  }
}

const LOAD_METRICS = [
  ...([
    "latency-mean",
    "latency-p50",
    "latency-p90",
    "latency-p99",
    "cpu-per-request",
    "cpu-user-per-request",
  ] as const),
  ...(["cpu-system-per-request", "server-cpu", "generator-cpu", "bytes-per-response", "rss-loaded"] as const),
];
const GATE = { quiet: true, busy: 2.5, waitedMs: 200 };
const LIMITS = {
  asked: { cpus: "1", quota: null, memoryBytes: 536_870_912, pids: 256 },
  kernel: { cpus: "1", cpusAllowed: "1", quota: null, memoryBytes: 536_870_912, pids: 256, noNewPrivileges: true },
};
const START = {
  evidence: {
    ...{ gate: GATE, execNs: 3_275_446_051_304, readyNs: 3_275_524_297_627, polls: 368, wall: 0.288812624 },
    ended: { status: 143, userUs: 59_617, systemUs: 23_846, maxRssKb: 73_228 },
  },
};
const MEMORY = { evidence: { pids: [49], texts: { "/proc/49/status": "VmRSS:\t   73284 kB\n".repeat(140) } } };
const LOAD = {
  gate: GATE,
  disturbance: { foreignSubject: 0.001014279467, foreignHelpers: 0.0030157035, steal: 0 },
  subjectCpu: { totalUs: 2_007_953.416, userUs: 1_707_971.237, systemUs: 304_000, throttled: 0 },
  generator: { status: 0, userUs: 186_876, systemUs: 307_039, argv: "oha --no-tui --output-format json".split(" ") },
  network: { bytes: 8_616_098, packets: 88_018, listenOverflows: 0, listenDrops: 0, retransmits: 0, timeWait: 3 },
  percentilesMs: { p10: 1.2034, p25: 1.9287, p50: 2.4713, p75: 3.1284, p90: 4.2391, p95: 5.3127, p99: 9.8216 },
  ...{ errors: {}, responseBytes: 194, breaches: [], wall: 2.9397607 },
};
