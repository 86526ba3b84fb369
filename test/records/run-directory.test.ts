import assert from "node:assert/strict";
import { chown, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { saveLog } from "../../scripts/records/log-file.ts";
import { handOver } from "../../scripts/records/ownership.ts";
import { createRunDirectory, runName } from "../../scripts/records/run-directory.ts";
import { writeWhole } from "../../scripts/records/whole-file.ts";

const startedAt = new Date("2026-11-30T16:08:14.789Z");
let folder: string;
let results: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "results-"));
  results = join(folder, "results");
});
afterEach(() => rm(folder, { recursive: true }));

test("runs are named by UTC time and article, and two of one second get different directories", async () => {
  assert.equal(runName(startedAt, "two-servers"), "20261130T160814Z-two-servers");
  const made = await Promise.all([1, 2, 3].map(() => createRunDirectory(results, startedAt, "two-servers")));
  const names = made.map(({ run }) => run).sort();
  assert.deepEqual(
    names,
    [1, 2, 3].map((nth) => `20261130T160814Z-two-servers${nth === 1 ? "" : `-${nth}`}`),
  );
  assert.deepEqual(await readdir(made[0]?.path ?? ""), ["logs"]);
});

test("a file is replaced as a whole, and a failed write leaves the old one and nothing beside it", async () => {
  const path = join(folder, "run.json");
  await writeWhole(path, "old");
  await writeWhole(path, "new");
  assert.equal(await readFile(path, "utf8"), "new");
  const taken = join(folder, "taken");
  await mkdir(join(taken, "below"), { recursive: true });
  await assert.rejects(writeWhole(taken, "text"));
  assert.deepEqual((await readdir(folder)).sort(), ["run.json", "taken"]);
});

test("logs keep beginning and end, stay inside logs/, and are named relative to the run", async () => {
  const directory = await createRunDirectory(results, startedAt, "two-servers");
  assert.equal(await saveLog(directory, "load/a b.txt", "text"), "logs/load/a_b.txt");
  assert.equal(await saveLog(directory, "../up", "text"), "logs/_/up.txt");
  const long = await saveLog(directory, "long", `first${"x".repeat(5 * 1024 * 1024)}last`);
  const kept = await readFile(join(directory.path, long), "utf8");
  assert.match(kept, /^first[\s\S]*\n\[\.\.\. 1048585 bytes left out here \.\.\.\]\n[\s\S]*last$/);
});

test("root hands a run over to the owner of the folder that holds results, links as links", async (context) => {
  if (process.getuid?.() !== 0) return context.skip("needs root");
  await chown(folder, 1234, 1235);
  const directory = await createRunDirectory(results, startedAt, "two-servers");
  const outside = join(folder, "outside");
  await writeFile(outside, "");
  await symlink(outside, join(directory.logs, "link"));
  await writeFile(join(directory.logs, "a.txt"), "");
  await handOver(results, directory.path);
  const owners = await Promise.all(
    [results, directory.path, directory.logs, join(directory.logs, "a.txt"), join(directory.logs, "link"), outside].map(
      async (path) => (await lstat(path)).uid,
    ),
  );
  assert.deepEqual(owners, [1234, 1234, 1234, 1234, 1234, 0]);
});
