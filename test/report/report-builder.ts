import { makeCell } from "../../scripts/model/cell.ts";
import type { NewRecord, RunRecord } from "../../scripts/model/record.ts";
import type { Run } from "../../scripts/model/run.ts";
import { makeReport } from "../../scripts/report/report.ts";
import type { Report } from "../../scripts/report/schema.ts";
import { judge } from "../../scripts/verdict/judge.ts";
import { cellsOf, claim, makeRun, numbered, sample, series, steady, wobbling } from "../verdict/run-builder.ts";

const at = { route: "health", connections: 100 };
const failure = {
  tool: "scriptc",
  exitCode: 1,
  lines: ["service.ts(3,9): error SC2020", "service.ts(9,1): error SC1090"],
  log: "logs/build.txt",
};

/** A small run with a claim that holds, one that is contradicted, a failed build, and everything a report shows. */
export function smallRun(): { run: Run; records: RunRecord[] } {
  const run = makeRun({
    claims: [
      claim({
        id: "rss",
        group: "one",
        says: "Node's idle RSS is 27.6 times native's",
        relation: { kind: "ratio", metric: "rss", of: "node", to: "native", value: 27.6 },
      }),
      claim({
        id: "rps",
        group: "two",
        at,
        says: "native serves 2.99 times Node's requests",
        relation: { kind: "ratio", metric: "rps", of: "native", to: "node", value: 2.99 },
      }),
      claim({
        id: "rps-node",
        group: "two",
        at,
        says: "Node serves 9,966 a second",
        relation: { kind: "shown", metric: "rps", of: "node", value: 9966, unit: "1/s" },
      }),
      claim({
        id: "compiles",
        group: "two",
        says: "the listing | compiles",
        relation: { kind: "artefact", of: "listing", fact: "compiles", expects: true },
      }),
    ],
    builds: { listing: { target: "native-1", app: "as-printed" } },
    subjects: { "native-1/as-printed": { status: "build-failed", image: null, digest: null, build: null, failure } },
  });
  return { run, records: numbered(records(run)) };
}

function records(run: Run): NewRecord[] {
  const [nodeRss, nativeRss] = cellsOf(run, "rss");
  const [native, node] = cellsOf(run, "rps");
  const asked = { memoryBytes: 536_870_912, cpus: "0" };
  const kernel = { memoryBytes: 536_870_912, cpus: "0", quota: null };
  const limits = (arm: string): NewRecord => ({ kind: "event", what: "limits", arm, detail: { asked, kernel } });
  const image = makeCell({ id: "native-1/service" }, { kind: "image" });
  const sizes = {
    "image-unpacked": 80_000_000,
    "image-compressed": 30_000_000,
    "image-unique": 571_000,
    binary: 571_000,
  } as const;
  return [
    limits("native-1/service"),
    limits("node-22/service"),
    limits("native-1/service"),
    ...series(nodeRss, "rss", steady(72_642_560)),
    ...series(nativeRss, "rss", steady(2_617_344)),
    ...series(native, "rps", wobbling(21_000), { values: { "latency-p50": 4.7, "in-flight": 100 } }),
    ...series(node, "rps", steady(30_000), { flags: ["tiny-sample"] }),
    sample(image, { phase: "once", round: 0, values: sizes, evidence: { compressor: "gzip -6" } }),
    { kind: "event", what: "note", arm: null, detail: { message: "the first thing to happen" } },
    { kind: "event", what: "cell-failed", arm: "node-22/service", detail: { message: "the probe went away", log: "" } },
  ];
}

export function smallReport(change: (run: Run) => Run = (run) => run): Report {
  const { run, records: all } = smallRun();
  const changed = change(run);
  return makeReport(changed, all, judge(changed, all));
}
