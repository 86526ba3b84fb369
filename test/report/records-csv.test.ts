import assert from "node:assert/strict";
import { test } from "node:test";
import { makeCell } from "../../scripts/model/cell.ts";
import type { NewRecord, RunRecord } from "../../scripts/model/record.ts";
import { cellText, recordsCsv } from "../../scripts/report/records-csv.ts";
import { type SampleParts, sample } from "../verdict/run-builder.ts";

const start = makeCell({ id: "node-22/service" }, { kind: "cold-start" });
const memory = makeCell({ id: "node-22/service" }, { kind: "idle-memory" });

/** Records with the moment at which each was written, seconds after 16:00. */
const records = (...parts: [typeof start, SampleParts][]): RunRecord[] =>
  parts.map(([cell, part], nth) => {
    const record: NewRecord = sample(cell, part);
    return { ...record, seq: nth + 1, at: `2026-11-30T16:00:0${nth}.500Z` } as RunRecord;
  });

/** A reader of RFC 4180, as simple as its grammar: every row a list of fields. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let row: string[] = [];
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const found = field.exec(text);
    assert.ok(found, `no field at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Rows by the names of their columns. */
function rowsOf(all: RunRecord[]): Record<string, string>[] {
  const [head = [], ...rows] = parse([...recordsCsv(all)].join(""));
  return rows.map((row) => {
    assert.equal(row.length, head.length);
    return Object.fromEntries(head.map((name, nth) => [name, row[nth] ?? ""]));
  });
}

test("one row a sample and value, with all that a notebook needs to judge it", () => {
  const rows = rowsOf(
    records(
      [
        start,
        { round: 1, trial: 2, values: { "cold-start": 78.25, "cold-start-cpu": 0.1 + 0.2 }, evidence: { wall: 0.25 } },
      ],
      [memory, { round: 1, values: { rss: 72_642_560 }, flags: ["unstable", "tiny-sample"] }],
    ),
  );
  assert.deepEqual(rows[0], {
    ...{
      record: "1",
      phase: "rounds",
      round: "1",
      order: "1",
      arm: "node-22/service",
      cell: "node-22/service cold-start",
    },
    ...{
      trial: "2",
      attempt: "1",
      metric: "cold-start",
      value: "78.25",
      unit: "ms",
      counts: "yes",
      void: "",
      flags: "",
    },
    ...{ started_at: "2026-11-30T16:00:00.250Z", recorded_at: "2026-11-30T16:00:00.500Z" },
  });
  // No digit of a value is lost.
  assert.equal(rows[1]?.value, "0.30000000000000004");
  assert.deepEqual(
    [rows[2]?.metric, rows[2]?.order, rows[2]?.flags, rows[2]?.started_at],
    ["rss", "2", "unstable tiny-sample", ""],
  );
  assert.equal(rows.length, 3);
});

test("tries of a cell: only the last one counts, and not where a disturbance spoilt it", () => {
  const quiet = "host not quiet: 64 % busy";
  const rows = rowsOf(
    records(
      [start, { round: 1, values: { "cold-start": 1 }, void: quiet }],
      [start, { round: 1, attempt: 2, values: { "cold-start": 2 } }],
      [start, { round: 2, values: { "cold-start": 3 } }],
      [start, { round: 2, attempt: 2, values: { "cold-start": 4 }, void: quiet }],
      [start, { phase: "pilot", round: 2, values: { "cold-start": 5 } }],
    ),
  );
  assert.deepEqual(
    rows.map(({ value, counts, order, void: why }) => [value, counts, order, why]),
    [
      ["1", "no", "1", quiet],
      ["2", "yes", "2", ""],
      ["3", "no", "1", ""],
      ["4", "no", "2", quiet],
      ["5", "yes", "1", ""],
    ],
  );
});

test("text with commas, quotation marks and line breaks comes back as it was", () => {
  const why = 'host not quiet: "load", 64 %\r\nand more';
  const [row] = rowsOf(records([start, { values: { "cold-start": 1 }, void: why }]));
  assert.equal(row?.void, why);
});

test("no text is taken for a formula, and no number for a text", () => {
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"]) assert.match(cellText(text), /^"?'/, text);
  assert.equal(cellText("=cmd|'/c calc'!A1,\"x\""), '"\'=cmd|\'/c calc\'!A1,""x"""');
  assert.equal(cellText("2026-11-30"), "2026-11-30");
});

test("rows keep the order in which samples were taken, whatever order the records come in", () => {
  const all = records(
    [start, { round: 1, values: { "cold-start": 1 } }],
    [start, { round: 2, values: { "cold-start": 2 } }],
  );
  assert.deepEqual([...recordsCsv([...all].reverse())], [...recordsCsv(all)]);
});
