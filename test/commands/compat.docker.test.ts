import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { loadCases } from "../../scripts/articles/compat-cases.ts";
import { readAnswers } from "../../scripts/compat/answer.ts";
import { withoutDates } from "../../scripts/compat/dates.ts";
import { bytesOf, type CompatCase, type Piece } from "../../scripts/model/compat-case.ts";
import { compatReportSchema } from "../../scripts/model/compat-report.ts";
import { RECORDINGS } from "../compat/replay.ts";
import { bench, ROOT } from "../support/bench.ts";
import { engine, withoutEngine } from "../support/engine.ts";

const results = mkdtempSync(join(tmpdir(), "rematch-compat-"));
after(() => rmSync(results, { recursive: true, force: true }));

const REPEATED = "0123456789abcdef";
/** Bytes as a short list: what repeats in the large answer is written once. */
function piecesOf(bytes: Buffer): Piece[] {
  const text = bytes.toString("latin1");
  const from = text.indexOf(REPEATED.repeat(2));
  if (from < 0) return [text];
  let to = from;
  while (text.startsWith(REPEATED, to)) to += REPEATED.length;
  const times = (to - from) / REPEATED.length;
  return [text.slice(0, from), { repeat: REPEATED, times }, text.slice(to)];
}
const undated = (bytes: Buffer, { answers }: CompatCase, closes: boolean) =>
  withoutDates(bytes, readAnswers(bytes, answers, closes)).toString("latin1");

const OWN = `cases:
  - name: own-late-body
    why: a body may come later than its head
    section: RFC 9112, 6
    answers: [POST]
    steps:
      - send: ["POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 2\\r\\n\\r\\n"]
      - pause: 30
        send: ["ok"]
        until: 1
    ends: open
`;

test("Node 24 beside itself is identical in all 38 cases and one of the user's own, so are the variants, and the bytes are kept", {
  skip: withoutEngine,
}, async () => {
  const own = join(results, "own.yaml");
  writeFileSync(own, OWN);
  const variants = ["node-24/http-parity-scriptc", "node-24/http-parity-scriptc-0.0.32"];
  const asked = ["compat", "node-24", ...variants, "--oracle", "node-24", "--cases", own, "--json"];
  const { exitCode, stdout, stderr } = await bench(asked, { REMATCH_RESULTS: results });
  assert.equal(exitCode, 0, stderr);
  const report = compatReportSchema.parse(JSON.parse(stdout));
  const [target, ...others] = report.targets;
  const odd = report.targets.flatMap(({ cases }) =>
    cases.filter(({ verdict }) => verdict !== "identical" && verdict !== "not-compiled"),
  );
  assert.deepEqual(odd, []);
  assert.deepEqual(target?.counts, { identical: 39, sameAnswer: 0, different: 0, noAnswer: 0, notCompiled: 0 });
  const left = others.map(({ counts }) => [counts.identical, counts.notCompiled]);
  assert.deepEqual(left, [
    [36, 3],
    [33, 6],
  ]);
  assert.deepEqual(
    report.cases.flatMap(({ name, unexpected }) => (unexpected ? [`${name}: ${unexpected}`] : [])),
    [],
  );

  const folder = join(results, report.run);
  const cases = await loadCases(`${ROOT}/compat/cases.yaml`);
  const recorded: Record<string, { bytes: Piece[]; closes: boolean }> = {};
  for (const one of cases) {
    const told = report.cases.find(({ name }) => name === one.name);
    const side = target?.cases.find(({ name }) => name === one.name)?.side;
    assert.ok(told && side, one.name);
    const closes = told.oracle.end !== "open";
    const bytes: Buffer = readFileSync(join(folder, told.oracle.file));
    const again: Buffer = readFileSync(join(folder, side.file));
    assert.equal(undated(again, one, closes), undated(bytes, one, closes), one.name);
    assert.deepEqual(readFileSync(join(folder, told.sent)), Buffer.concat(one.steps.map(bytesOf)), one.name);
    recorded[one.name] = { bytes: piecesOf(bytes), closes };
  }
  // The mutants are made from these: they have to be what Node answers.
  if (process.env.UPDATE_RECORDINGS) writeFileSync(RECORDINGS, `${JSON.stringify(recorded, null, 2)}\n`);
  const kept = JSON.parse(readFileSync(RECORDINGS, "utf8")) as typeof recorded;
  for (const one of cases) {
    const [now, then] = [recorded[one.name], kept[one.name]];
    assert.ok(now && then, one.name);
    assert.equal(then.closes, now.closes, one.name);
    const [a, b] = [then, now].map(({ bytes, closes }) => undated(bytesOf({ send: bytes }), one, closes));
    assert.equal(a, b, one.name);
  }
  for (const file of ["compat.md", "compat.html"])
    assert.match(readFileSync(join(folder, file), "utf8"), /pipelined-post-then-get/, file);
  assert.deepEqual(
    (await engine.leftovers(report.run)).filter(({ run }) => run === report.run),
    [],
  );
});
