import assert from "node:assert/strict";
import { test } from "node:test";
import type { Variation } from "../../scripts/model/article.ts";
import type { NewRecord } from "../../scripts/model/record.ts";
import { cellsToConfirm } from "../../scripts/verdict/confirmation.ts";
import { cellsOf, claim, makeRun, numbered, sample, series, steady, wobbling } from "./run-builder.ts";

const variations: Record<string, Variation> = {
  setheader: { what: "setHeader and end", changes: { app: "setheader" } },
  fewer: { what: "10 connections", changes: { connections: 10 } },
  newest: { what: "a newer version", changes: { targets: { native: "native-2" } } },
};
const rps = claim({
  id: "rps",
  relation: { kind: "ratio", metric: "rps", of: "native", to: "node", value: 2.99 },
  at: { route: "health", connections: 100 },
  arms: ["setheader", "fewer"],
});
const dynamic = claim({
  id: "dynamic",
  relation: { kind: "artefact", of: "native", fact: "binary.dynamic", expects: false },
  arms: ["newest"],
});
const run = makeRun({ claims: [rps, dynamic], variations, planned: ["setheader", "fewer", "newest"] });

function rates(ratio: number, variation?: string, tool: "oha" | "wrk" = "oha"): NewRecord[] {
  const [of, to] = cellsOf(run, "rps", variation, tool);
  return [...series(of, "rps", wobbling(10_000 * ratio)), ...series(to, "rps", steady(10_000))];
}

const confirmed = (records: NewRecord[]): string[] => cellsToConfirm(run, numbered(records)).map(({ id }) => id);

test("arms that agree with an article whose claim does not hold are taken again, others are not", () => {
  assert.deepEqual(confirmed([...rates(0.7), ...rates(1.3, "setheader"), ...rates(0.7, "fewer")]), [
    "native-1/setheader load/health@100/oha",
    "node-22/setheader load/health@100/oha",
  ]);
});

test("a claim that holds needs no explanation", () => {
  assert.deepEqual(confirmed([...rates(3), ...rates(3, "setheader")]), []);
});

test("fresh rounds use the tool that judged the arm", () => {
  const wrk = confirmed([...rates(0.7), ...rates(1.3, "setheader", "wrk")]);
  assert.deepEqual(wrk, ["native-1/setheader load/health@100/wrk", "node-22/setheader load/health@100/wrk"]);
});

test("what is read once from a build is not taken again", () => {
  const facts = (variation: string | undefined, value: boolean): NewRecord[] =>
    cellsOf(run, "dynamic", variation).map((cell) => {
      return sample(cell, { phase: "once", round: 0, facts: { "binary.dynamic": value } });
    });
  assert.deepEqual(confirmed([...facts(undefined, true), ...facts("newest", false)]), []);
});
