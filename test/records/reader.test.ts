import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { InputError } from "../../scripts/model/errors.ts";
import { readRecords } from "../../scripts/records/reader.ts";
import { readRun, writeRun } from "../../scripts/records/run-file.ts";
import { cellsOf, claim, makeRun, numbered, series } from "../verdict/run-builder.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "records-"));
});
after(() => rm(folder, { recursive: true }));

const good = '{"kind":"event","seq":1,"at":"2026-11-30T16:08:14.000Z","what":"note","arm":null,"detail":{}}';

async function faultsOf(
  read: (path: string) => Promise<unknown>,
  name: string,
  text: string | null,
): Promise<string[]> {
  const path = join(folder, name);
  if (text !== null) await writeFile(path, text);
  const error = await read(path).then(
    () => assert.fail("nothing was wrong"),
    (caught) => caught,
  );
  assert.ok(error instanceof InputError, String(error));
  return error.faults.map(({ file, line, column }) => `${file.replace(folder, "")}:${line}:${column}`);
}

test("a torn last line is left out", async () => {
  const path = join(folder, "torn.jsonl");
  await writeFile(path, `${good}\n${good.slice(0, 40)}`);
  assert.equal((await readRecords(path)).length, 1);
  await writeFile(path, good);
  assert.equal((await readRecords(path)).length, 0);
});

test("a broken line that is not the last has its place told", async () => {
  // The comma after "seq":1 becomes a brace in column 24.
  const broken = good.replace('"seq":1,', '"seq":1}');
  assert.deepEqual(await faultsOf(readRecords, "broken.jsonl", `${good}\n${broken}\n${good}\n`), [
    "/broken.jsonl:2:25",
  ]);
});

test("a line longer than what is read at a time comes whole, and so does the next", async () => {
  // Three bytes a letter: pieces of the file end within letters too.
  const long = good.replace('"detail":{}', `"detail":{"log":"${"ℓ".repeat(300_000)}"}`);
  const path = join(folder, "long.jsonl");
  await writeFile(path, `${long}\n${good}\n${long}\n`);
  const records = await readRecords(path);
  assert.deepEqual(
    records.map((record) => (record.kind === "event" ? String(record.detail.log ?? "").length : -1)),
    [300_000, 0, 300_000],
  );
});

test("of a sample's evidence only what a report names is held", async () => {
  const run = makeRun({
    claims: [claim({ id: "one", relation: { kind: "shown", metric: "rss", of: "node", value: 1, unit: "MB" } })],
  });
  const [cell] = cellsOf(run, "one");
  const path = join(folder, "evidence.jsonl");
  const written = numbered(series(cell, "rss", [7], { evidence: { texts: { status: "VmRSS" }, log: "logs/a.txt" } }));
  await writeFile(path, `${JSON.stringify(written[0])}\n`);
  assert.deepEqual(await readRecords(path), [{ ...written[0], evidence: { log: "logs/a.txt" } }]);
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
});
