import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { before, test } from "node:test";
import { execa } from "execa";
import { scratchFolder } from "./scratch.ts";

const TAG = "v1.0.0";
const NOBODY = "0123456789012345678901234567890123456789";
let repository = "";
let commit = "";

const git = (...words: string[]) => execa("git", ["-C", repository, ...words]);
before(async () => {
  repository = scratchFolder();
  await execa("git", ["init", "--quiet", repository]);
  for (const [key, value] of [
    ["user.name", "T"],
    ["user.email", "t@example.org"],
  ] as const)
    await git("config", key, value);
  for (const text of ["before", "released", "after"]) {
    writeFileSync(join(repository, "source"), text);
    await git("add", "source");
    await git("commit", "--quiet", "--message", text);
    if (text === "released") await git("tag", TAG);
  }
  commit = (await git("rev-parse", TAG)).stdout;
});

/** Fetches into a new folder; HOME is a folder of its own, for git is told there to trust a clone of another's. */
async function fetch(source: string, tag: string, wanted: string, checkout?: string) {
  const folder = join(scratchFolder(), "perry");
  const words = ["docker/perry/fetch-source.sh", source, tag, wanted, folder, ...(checkout ? [checkout] : [])];
  const end = await execa("sh", words, { reject: false, env: { HOME: scratchFolder() } });
  return { ...end, folder };
}

test("the tagged commit is fetched with its .git, by which compiler and runtime know that they are of one build", async () => {
  const { exitCode, stdout, folder } = await fetch(`file://${repository}`, TAG, commit);
  assert.deepEqual([exitCode, stdout], [0, commit]);
  assert.equal((await execa("git", ["-C", folder, "rev-parse", "HEAD"])).stdout, commit);
  assert.equal((await execa("git", ["-C", folder, "status", "--porcelain"])).stdout, "");
});

test("a tag that is another commit than expected is refused, with both", async () => {
  const { exitCode, stderr } = await fetch(`file://${repository}`, TAG, NOBODY);
  assert.equal(exitCode, 1);
  assert.match(stderr, new RegExp(`error: ${TAG} of file://${repository} is commit ${commit}, expected ${NOBODY}$`));
});

test("a tag that the source does not have is said so", async () => {
  const { exitCode, stderr } = await fetch(`file://${repository}`, "v9.9.9", commit);
  assert.deepEqual([exitCode, stderr], [1, `error: file://${repository} has no tag v9.9.9`]);
});

test("of a local clone the commit is taken, whatever is checked out there", async () => {
  const { exitCode, stdout, folder } = await fetch("https://unused.invalid", TAG, commit, repository);
  assert.deepEqual([exitCode, stdout], [0, commit]);
  assert.equal((await execa("git", ["-C", folder, "log", "-1", "--format=%s"])).stdout, "released");
});

test("a local clone without the commit, and a folder that is no clone, are refused", async () => {
  const without = await fetch("https://unused.invalid", TAG, NOBODY, repository);
  assert.equal(without.exitCode, 1);
  assert.match(without.stderr, new RegExp(`error: the local checkout has no commit ${NOBODY}$`));
  const folder = scratchFolder();
  writeFileSync(join(folder, "file"), "");
  const none = await fetch("https://unused.invalid", TAG, commit, folder);
  assert.equal(none.exitCode, 1);
  assert.match(none.stderr, /error: the local checkout is no git repository$/);
});

test("a host that is not there is told in git's own words", async () => {
  const { exitCode, stderr } = await fetch("http://nothing.invalid/perry.git", TAG, commit);
  assert.equal(exitCode, 1);
  assert.match(stderr, /^error: fatal: unable to access 'http:\/\/nothing\.invalid\/perry\.git\/': Could not resolve/);
});

test("a host that takes the connection and says nothing is given up after a while", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
  const { port } = silent.address() as { port: number };
  try {
    const words = [
      "docker/perry/fetch-source.sh",
      `http://127.0.0.1:${port}/perry.git`,
      TAG,
      commit,
      join(scratchFolder(), "x"),
    ];
    const { exitCode, stderr } = await execa("sh", words, { reject: false, env: { ANSWER_SECONDS: "1" } });
    assert.equal(exitCode, 1);
    assert.match(stderr, /connection timed out, no answer in 1 s$/);
  } finally {
    silent.close();
  }
});
