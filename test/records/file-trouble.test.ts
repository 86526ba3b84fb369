import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { execa } from "execa";
import { InputError, KitError } from "../../scripts/model/errors.ts";
import { fileTrouble } from "../../scripts/model/file-trouble.ts";
import { saveLog } from "../../scripts/records/log-file.ts";
import { readRecords } from "../../scripts/records/reader.ts";
import { createRunDirectory, runDirectory } from "../../scripts/records/run-directory.ts";
import { readRun } from "../../scripts/records/run-file.ts";
import { writeWhole } from "../../scripts/records/whole-file.ts";
import { openRecords } from "../../scripts/records/writer.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "trouble-"));
  await chmod(folder, 0o755);
});
after(() => rm(folder, { recursive: true }));
const startedAt = new Date("2026-11-30T16:08:14.789Z");

async function failure(act: () => Promise<unknown>): Promise<KitError> {
  const error = await act().then(
    () => assert.fail("nothing was wrong"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof KitError, String(error));
  return error;
}

/** Does something as a user without rights: root may do everything. */
async function asNobody<T>(act: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return act();
  process.seteuid?.("nobody");
  return act().finally(() => process.seteuid?.(0));
}

test("a folder that may not be written is named with what was tried and what helps, in every way a run writes", async () => {
  const results = join(folder, "others");
  await mkdir(join(results, "logs"), { recursive: true });
  for (const path of [join(results, "logs"), results]) await chmod(path, 0o555);
  const directory = runDirectory(folder, "others");
  const made = await failure(() => asNobody(() => createRunDirectory(results, startedAt, "a")));
  assert.equal(made.what, `cannot create the run's folder ${results}/20261130T160814Z-a: permission denied`);
  assert.match(made.next, /writable for this user, or work elsewhere: REMATCH_RESULTS=DIR/);
  const below = await failure(() => asNobody(() => createRunDirectory(join(results, "new"), startedAt, "a")));
  assert.equal(below.what, `cannot create the results folder ${results}/new: permission denied`);
  for (const [act, path] of [
    [() => writeWhole(directory.runFile, "{}"), directory.runFile],
    [() => openRecords(directory.recordsFile), directory.recordsFile],
    [() => saveLog(directory, "build x", "text"), join(directory.logs, "build_x.txt")],
  ] as const) {
    const { what } = await failure(() => asNobody<unknown>(act));
    assert.match(what, /^cannot write (the log )?\S+: permission denied$/);
    assert.ok(what.includes(path), what);
  }
});

test("files of a run that may not be read are an obstacle here, not a fault of the run", async () => {
  const path = join(folder, "secret.json");
  await writeFile(path, "{}", { mode: 0 });
  for (const read of [readRun, readRecords]) {
    const { what } = await failure(() => asNobody<unknown>(() => read(path)));
    assert.equal(what, `cannot read ${path}: permission denied`);
  }
});

test("folders where a run's files should be, and files where its folders should be, are told", async () => {
  const path = join(folder, "taken");
  await mkdir(path);
  for (const read of [readRun, readRecords])
    await assert.rejects(read(path), (error) => error instanceof InputError && / found a folder; /.test(error.message));
  assert.match(
    (await failure(() => writeWhole(path, "text"))).what,
    /^cannot write \S+\/taken: that is a folder, not a file$/,
  );
  assert.match((await failure(() => openRecords(path))).what, /that is a folder, not a file$/);
  const file = join(folder, "file");
  await writeFile(file, "");
  const { what } = await failure(() => createRunDirectory(join(file, "results"), startedAt, "a"));
  assert.match(what, /^cannot create the results folder \S+: a part of that path is a file, not a folder$/);
  assert.match(
    (await failure(() => createRunDirectory(file, startedAt, "a"))).what,
    /something else is there already$/,
  );
});

/** A file system of its own, or a reason to skip where this machine's user may mount none. */
async function mounted(options: string): Promise<{ path: string; unmount: () => Promise<unknown> } | null> {
  const path = await mkdtemp(join(folder, "mount-"));
  const { failed } = await execa("mount", ["-t", "tmpfs", "-o", options, "rematch-test", path], { reject: false });
  return failed ? null : { path, unmount: () => execa("umount", ["-l", path]) };
}

describe("file systems of their own", () => {
  test("a full one is told by every way of writing, and records before stay whole", async (context) => {
    const disk = await mounted("size=32k");
    if (!disk) return context.skip("nothing can be mounted here");
    try {
      const directory = await createRunDirectory(disk.path, startedAt, "a");
      const writer = await openRecords(directory.recordsFile);
      const note = (text: string) => writer.sink({ kind: "event", what: "note", arm: null, detail: { text } });
      await note("first");
      const full = /: no space left on the disk$/;
      const log = await failure(() => saveLog(directory, "big", "x".repeat(100_000)));
      assert.match(log.what, full);
      assert.match(log.next, /free some space there, or name a results folder on another disk/);
      assert.match((await failure(() => writeWhole(directory.runFile, "x".repeat(100_000)))).what, full);
      const record = await failure(() => note("x".repeat(100_000)));
      assert.match(record.what, /records\.jsonl: no space left on the disk; the 1 records before are whole$/);
      await writer.close();
      assert.equal((await readRecords(directory.recordsFile)).length, 1);
    } finally {
      await disk.unmount();
    }
  });

  test("a read-only one is told", async (context) => {
    const disk = await mounted("size=32k,ro");
    if (!disk) return context.skip("nothing can be mounted here");
    const { what } = await failure(() => createRunDirectory(disk.path, startedAt, "a")).finally(disk.unmount);
    assert.match(what, /: the file system is read-only$/);
  });
});

test("too many open files are told with the command that raises the limit", async () => {
  const reader = new URL("../../scripts/records/run-file.ts", import.meta.url).href;
  const script = `
    import { openSync } from "node:fs";
    const { readRun } = await import(${JSON.stringify(reader)});
    try { for (;;) openSync("/dev/null"); } catch {}
    await readRun("/etc/hostname").catch(({ name, message }) => console.log(name + ": " + message));
  `;
  const line = 'ulimit -n 200 && exec "$0" --import tsx --input-type=module -e "$1"';
  const { stdout } = await execa("sh", ["-c", line, process.execPath, script]);
  assert.equal(
    stdout,
    "KitError: cannot read /etc/hostname: too many open files; raise the limit of open files (ulimit -n 4096) and run again",
  );
});

test("what comes from no file keeps its own words", () => {
  const network = Object.assign(new Error("connect EACCES"), { code: "EACCES", syscall: "connect" });
  for (const error of [new Error("a bug"), network, "text", Object.assign(new Error("x"), { code: "EACCES" })])
    assert.equal(fileTrouble(error), null);
  const gone = Object.assign(new Error("uv_cwd"), { code: "ENOENT", syscall: "uv_cwd" });
  assert.equal(fileTrouble(gone)?.what, "the current directory does not exist any more");
  const temporary = Object.assign(new Error("x"), { code: "EROFS", syscall: "mkdtemp", path: "/tmp/x" });
  assert.equal(fileTrouble(temporary)?.what, "cannot create the folder /tmp/x: the file system is read-only");
});
