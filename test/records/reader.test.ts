import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Relation } from "../../scripts/model/article.ts";
import { faultText, InputError, type InputFault } from "../../scripts/model/errors.ts";
import type { Run } from "../../scripts/model/run.ts";
import { readRecords } from "../../scripts/records/reader.ts";
import { readRun, writeRun } from "../../scripts/records/run-file.ts";
import { cellsOf, claim, makeRun, numbered, type SampleParts, series } from "../verdict/run-builder.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "records-"));
});
after(() => rm(folder, { recursive: true }));

const good = '{"kind":"event","seq":1,"at":"2026-11-30T16:08:14.000Z","what":"note","arm":null,"detail":{}}';

const NEXT = "restore the file as the run wrote it, or run again";
const RSS = claim({ id: "one", relation: { kind: "shown", metric: "rss", of: "node", value: 1, unit: "MB" } });

const faultsOf = async (...given: Parameters<typeof inputFaults>): Promise<string[]> =>
  (await inputFaults(...given)).map(({ file, line, column }) => `${file}:${line}:${column}`);

const allFaults = async (...given: Parameters<typeof inputFaults>): Promise<string[]> =>
  (await inputFaults(...given)).map(faultText);

async function inputFaults(
  read: (path: string) => Promise<unknown>,
  name: string,
  text: string | null,
): Promise<InputFault[]> {
  const path = join(folder, name);
  if (text !== null) await writeFile(path, text);
  const error = await read(path).then(
    () => assert.fail("nothing was wrong"),
    (caught) => caught,
  );
  assert.ok(error instanceof InputError, String(error));
  return error.faults.map((fault) => ({ ...fault, file: fault.file.replace(folder, "") }));
}

const numberedAs = (line: string, seq: number): string => line.replace('"seq":1,', `"seq":${seq},`);

test("a torn last line is left out", async () => {
  const path = join(folder, "torn.jsonl");
  await writeFile(path, `${good}\n${good.slice(0, 40)}`);
  assert.equal((await readRecords(path)).length, 1);
  await writeFile(path, good);
  assert.equal((await readRecords(path)).length, 0);
});

test("of a run that came to its end a last line without its newline is a fault, not a loss", async () => {
  const text = `${good}\n${numberedAs(good, 2)}`;
  assert.deepEqual(await allFaults((path) => readRecords(path, { plan, status: "done" }), "edited.jsonl", text), [
    `/edited.jsonl:2:1: expected a record and the end of its line, found ${Buffer.byteLength(good)} bytes without that end; ${NEXT}`,
  ]);
  for (const status of ["running", "failed"] as const) {
    assert.equal((await readRecords(join(folder, "edited.jsonl"), { plan, status })).length, 1);
  }
});

test("a broken line that is not the last has its place told", async () => {
  // The comma after "seq":1 becomes a brace in column 24.
  const broken = good.replace('"seq":1,', '"seq":1}');
  assert.deepEqual(await faultsOf(readRecords, "broken.jsonl", `${good}\n${broken}\n${numberedAs(good, 3)}\n`), [
    "/broken.jsonl:2:25",
  ]);
});

test("a line longer than what is read at a time comes whole, and so does the next", async () => {
  // Three bytes a letter: pieces of the file end within letters too.
  const long = good.replace('"detail":{}', `"detail":{"log":"${"ℓ".repeat(300_000)}"}`);
  const path = join(folder, "long.jsonl");
  await writeFile(path, [long, numberedAs(good, 2), numberedAs(long, 3), ""].join("\n"));
  const records = await readRecords(path);
  assert.deepEqual(
    records.map((record) => (record.kind === "event" ? String(record.detail.log ?? "").length : -1)),
    [300_000, 0, 300_000],
  );
});

test("of a sample's evidence only what a report names is held", async () => {
  const run = makeRun({ claims: [RSS] });
  const [cell] = cellsOf(run, "one");
  const path = join(folder, "evidence.jsonl");
  const shown = {
    compressor: "gzip -6",
    layers: [{ diffId: "sha256:00" }],
    calls: { write: 3 },
    exchanges: 3,
    wall: 0.5,
  };
  const argv = ["oha", "-c", "1"];
  const written = numbered(
    series(cell, "rss", [7, 8], { evidence: { ...shown, texts: { status: "VmRSS" }, generator: { argv, userUs: 1 } } }),
  );
  await writeFile(path, written.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const evidence = { ...shown, generator: { argv } };
  assert.deepEqual(
    await readRecords(path),
    written.map((record) => ({ ...record, evidence })),
  );
});

test("a line of another shape is a fault at the key that is wrong", async () => {
  const wrong = good.replace('"what":"note"', '"what":"nota"');
  const unknown = good.replace('"arm":null', '"arm":null,"extra":1');
  const faults = await faultsOf(readRecords, "shape.jsonl", `${wrong}\n${unknown}\n`);
  assert.deepEqual(faults, [
    `/shape.jsonl:1:${good.indexOf('"what"') + 1}`,
    `/shape.jsonl:2:${unknown.indexOf('"extra"') + 1}`,
  ]);
});

const [node] = cellsOf(makeRun({ claims: [RSS] }), "one");
const { plan } = makeRun({ claims: [RSS] });
const written = (parts: SampleParts, seq = 1): string =>
  JSON.stringify({ ...numbered(series(node, "rss", [7], parts))[0], seq });

test("rounds that the plan does not have are refused, each at its place", async () => {
  const lines = [
    written({ round: 6 }, 1),
    written({ round: 7 }, 2),
    written({ round: 0 }, 3),
    written({ round: 1, phase: "once" }, 4),
    written({ round: -1, phase: "pilot" }, 5),
    written({ round: 7, phase: "confirm" }, 6),
  ];
  const faults = await allFaults(
    (path) => readRecords(path, { plan, status: "done" }),
    "rounds.jsonl",
    `${lines.join("\n")}\n`,
  );
  const column = (nth: number): number => (lines[nth] ?? "").indexOf('"round"') + 1;
  assert.deepEqual(faults, [
    `/rounds.jsonl:2:${column(1)}: expected a round of the plan, 1 to 6, found 7; ${NEXT}`,
    `/rounds.jsonl:3:${column(2)}: expected a round of the plan, 1 to 6, found 0; ${NEXT}`,
    `/rounds.jsonl:4:${column(3)}: expected round 0, for what is taken once, found 1; ${NEXT}`,
    `/rounds.jsonl:5:${column(4)}: expected round 0, for what is taken once, found -1; ${NEXT}`,
    `/rounds.jsonl:6:${column(5)}: expected a round of the plan, 1 to 6, found 7; ${NEXT}`,
  ]);
  assert.equal((await readRecords(join(folder, "rounds.jsonl")).catch(() => [])).length, 6);
});

test("records that were doubled, moved or given to another arm or cell are refused, each at its place", async () => {
  const lines = [
    written({ round: 1 }, 1),
    written({ round: 2 }, 1),
    written({ round: 3 }, 3).replace('"arm":"', '"arm":"nope'),
    written({ round: 4 }, 4).replace('"cell":"', '"cell":"nope'),
  ];
  const faults = await allFaults(
    (path) => readRecords(path, { plan, status: "done" }),
    "moved.jsonl",
    `${lines.join("\n")}\n`,
  );
  const column = (nth: number, key: string): number => (lines[nth] ?? "").indexOf(key) + 1;
  const { arm, measure } = JSON.parse(lines[0] ?? "");
  assert.deepEqual(faults, [
    `/moved.jsonl:2:${column(1, '"seq"')}: expected record 2, found 1; ${NEXT}`,
    `/moved.jsonl:3:${column(2, '"arm"')}: expected an arm of the plan, found "nope${arm}"; ${NEXT}`,
    `/moved.jsonl:4:${column(3, '"cell"')}: expected "${arm} ${measure}", found "nope${arm} ${measure}"; ${NEXT}`,
  ]);
});

test("values that are no numbers of the kit's metrics are refused, each at its place", async () => {
  const line = written({});
  const cases: [string, string, string][] = [
    ['{"rss":-1}', '"rss"', "expected a number of 0 or more that a measurement can give, found -1"],
    ['{"rss":1e300}', '"rss"', "expected a number of 0 or more that a measurement can give, found 1e+300"],
    ['{"rss":5e-324}', '"rss"', "expected a number of 0 or more that a measurement can give, found 5e-324"],
    ['{"rss":"7"}', '"rss"', 'expected a number of 0 or more that a measurement can give, found "7"'],
    ['{"rss":1e999}', '"rss"', "expected a number of 0 or more that a measurement can give, found null"],
    ['{"rsss":7}', '"rsss"', 'expected a valid values, found Unrecognized key: "rsss"'],
    ["[7]", '"values"', "expected a valid values, found Invalid input: expected record, received array"],
    ["null", '"values"', "expected a valid values, found Invalid input: expected record, received null"],
  ];
  for (const [nth, [values, anchor, words]] of cases.entries()) {
    const text = line.replace('"values":{"rss":7}', `"values":${values}`);
    assert.notEqual(text, line);
    const place = `/values-${nth}.jsonl:1:${text.indexOf(anchor) + 1}`;
    assert.deepEqual(await allFaults(readRecords, `values-${nth}.jsonl`, `${text}\n`), [`${place}: ${words}; ${NEXT}`]);
  }
});

test("a flag that no one raises is refused, at its place in its list", async () => {
  const line = written({ flags: ["errors", "made-up"] });
  assert.deepEqual(await allFaults(readRecords, "flags.jsonl", `${line}\n`), [
    `/flags.jsonl:1:${line.indexOf('"made-up"') + 1}: expected a flag of the kit, found "made-up"; ${NEXT}`,
  ]);
});

test("a run.json whose parts do not fit each other is refused, each at its place", async () => {
  const run = makeRun({ claims: [RSS] });
  const [own] = run.article.claims;
  const [arm] = run.plan.arms;
  assert.ok(own && arm);
  const cases: [Run, string, string][] = [
    [
      { ...run, plan: { ...run.plan, claims: ["one", "two"] } },
      '"two"',
      'expected a claim of the article, found "two"',
    ],
    [
      { ...run, article: { ...run.article, claims: [{ ...own, readings: ["quota"] }] } },
      '"quota"',
      'expected a variation of the article, found "quota"',
    ],
    [
      { ...run, article: { ...run.article, claims: [{ ...own, group: "three" }] } },
      '"group"',
      'expected a group of the article, found "three"',
    ],
    [
      {
        ...run,
        article: { ...run.article, claims: [{ ...own, relation: { ...RSS.relation, of: "deno" } as Relation }] },
      },
      '"relation"',
      "expected a claim that can be looked up, found one that cannot: claim one: role deno is not among the article's subjects",
    ],
    [{ ...run, plan: { ...run.plan, arms: [] } }, '"arm"', 'expected an arm of the plan, found "node-22/service"'],
    [
      { ...run, plan: { ...run.plan, cells: [{ id: "x", arm: arm.id, measure: { kind: "image" } }] } },
      '"id": "x"',
      'expected "node-22/service image", found "x"',
    ],
    [
      { ...run, plan: { ...run.plan, profile: { ...run.plan.profile, rounds: 0 } } },
      '"rounds"',
      "expected a valid plan.profile.rounds, found Too small: expected number to be >=1",
    ],
    [
      { ...run, plan: { ...run.plan, profile: { ...run.plan.profile, rounds: 100_000_000 } } },
      '"rounds"',
      "expected a valid plan.profile.rounds, found Too big: expected number to be <=100000",
    ],
    [
      { ...run, run: "../elsewhere" },
      '"run"',
      "expected a valid run, found a run's name, such as 20261130T165308Z-scriptc-vs-node",
    ],
    [{ ...run, startedAt: "yesterday" }, '"startedAt"', "expected a valid startedAt, found Invalid ISO datetime"],
  ];
  for (const [nth, [changed, anchor, words]] of cases.entries()) {
    const text = JSON.stringify(changed, null, 2);
    const before = text.slice(0, text.lastIndexOf(anchor)).split("\n");
    const place = `${before.length}:${(before.at(-1) ?? "").length + 1}`;
    assert.deepEqual(await allFaults(readRun, `run-${nth}.json`, text), [
      `/run-${nth}.json:${place}: ${words}; ${NEXT}`,
    ]);
  }
});

test("a run that is not there is the user's mistake", async () => {
  assert.deepEqual(await faultsOf(readRecords, "missing.jsonl", null), ["/missing.jsonl:null:null"]);
  assert.deepEqual(await faultsOf(readRun, "missing.json", null), ["/missing.json:null:null"]);
});

test("run.json comes back as it was written, and a wrong one is a fault with its place", async () => {
  const run = makeRun({ claims: [claim({ id: "one", relation: { kind: "unmeasured", why: "a cause" } })] });
  const path = join(folder, "run.json");
  await writeRun(path, run);
  assert.deepEqual(await readRun(path), run);
  const text = `{\n  "schema": 1,\n  "run": 5\n}`;
  assert.ok((await faultsOf(readRun, "wrong.json", text)).includes("/wrong.json:3:3"));
  assert.deepEqual(await faultsOf(readRun, "cut.json", text.slice(0, 20)), ["/cut.json:3:4"]);
  // Of these Node tells no place, and quotes instead.
  for (const [nth, broken] of [
    '{\n  "schema": 1,\n}',
    '{\n  "schema": ,\n  "run": 5\n}',
    "{\n  schema: 1\n}",
  ].entries()) {
    const place = [`3:1`, `2:13`, `2:3`][nth];
    assert.deepEqual(await faultsOf(readRun, `broken-${nth}.json`, broken), [`/broken-${nth}.json:${place}`]);
  }
});
