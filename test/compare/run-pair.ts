import type { JudgedRun } from "../../scripts/compare/comparison.ts";
import { makeCell } from "../../scripts/model/cell.ts";
import type { NewRecord } from "../../scripts/model/record.ts";
import type { Run } from "../../scripts/model/run.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, sample, series, steady } from "../verdict/run-builder.ts";

/** What a test says of one run; the rest is the same in every run. */
export interface Parts {
  /** Idle RSS of node, and requests a second of native: one value a round. */
  rss?: number[];
  rps?: number[];
  /** Flags of native's loads. */
  flags?: string[];
  unpacked?: number;
  compressor?: string;
  change?: (run: Run) => Run;
}

export const [RSS, RPS] = [steady(72_000_000), steady(20_000)] as const;

/** A run of two claims: node's RSS against native's, and native's requests a second against node's. */
export function parts({ rss = RSS, rps = RPS, flags = [], unpacked = 80_000_000, change }: Parts = {}) {
  const at = { route: "health", connections: 100 };
  const run = makeRun({
    claims: [
      claim({ id: "rss", relation: { kind: "ratio", metric: "rss", of: "node", to: "native", value: 27.6 } }),
      claim({ id: "rps", at, relation: { kind: "ratio", metric: "rps", of: "native", to: "node", value: 2 } }),
    ],
    ...(change ? { change } : {}),
  });
  const [nodeRss, nativeRss] = cellsOf(run, "rss");
  const [nativeRps, nodeRps] = cellsOf(run, "rps");
  const image = makeCell({ id: "native-1/service" }, { kind: "image" });
  const records: NewRecord[] = [
    ...series(nodeRss, "rss", rss),
    // Fresh rounds, and a second trial a round, from which a median comes beside the mean.
    ...series(nodeRss, "rss", steady(1), { phase: "confirm" }),
    ...series(nativeRss, "rss", steady(2_600_000)),
    ...series(nativeRss, "rss", steady(2_600_000), { trial: 2 }),
    ...series(nativeRps, "rps", rps, { flags, values: { requests: 1000 } }),
    ...series(nodeRps, "rps", steady(10_000), { values: { "in-flight": 0 } }),
    sample(image, {
      phase: "once",
      round: 0,
      values: { "image-unpacked": unpacked, "image-compressed": 30_000_000, "build-time": 7 },
    }),
  ];
  return { run, records: numbered(records) };
}

export function judgedRun(of: Parts = {}): JudgedRun {
  const { run, records } = parts(of);
  return { run, judgement: judge(run, records), compressor: of.compressor ?? "gzip -6" };
}
