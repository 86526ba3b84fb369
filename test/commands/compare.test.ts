import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { comparisonSchema } from "../../scripts/compare/schema.ts";
import { type Parts, parts } from "../compare/run-pair.ts";
import { bench } from "../support/bench.ts";
import { steady } from "../verdict/run-builder.ts";

/** What the name of every run begins with. */
const STAMP = "20261130T160814Z-";
let results = "";
before(async () => {
  results = await mkdtemp(join(tmpdir(), "rematch-compare-"));
  await keep("first", {});
  await keep("slower", { rps: steady(15_000) });
  await keep("reversed", { rps: steady(5000) });
  await keep("elsewhere", { change: (run) => ({ ...run, host: { ...run.host, kernel: "5.4", cpus: 64 } }) });
});
after(() => rm(results, { recursive: true, force: true }));

async function keep(name: string, of: Parts): Promise<void> {
  const { run, records } = parts(of);
  await mkdir(join(results, name));
  await writeFile(join(results, name, "run.json"), JSON.stringify({ ...run, run: `${STAMP}${name}` }));
  await writeFile(
    join(results, name, "records.jsonl"),
    records.map((record) => `${JSON.stringify(record)}\n`).join(""),
  );
}

// No engine is needed, so none can be reached.
const compare = (...args: string[]) =>
  bench(["compare", ...args], { REMATCH_RESULTS: results, DOCKER_HOST: "unix:///nonexistent/docker.sock" });

test("two runs are compared by name or path, without an engine, and nothing is written", async () => {
  const { exitCode, stdout } = await compare("first", join(results, "slower"), "--json");
  assert.equal(exitCode, 0);
  const comparison = comparisonSchema.parse(JSON.parse(stdout));
  assert.deepEqual([comparison.a.run, comparison.b.run], [`${STAMP}first`, `${STAMP}slower`]);
  assert.deepEqual((await readdir(join(results, "slower"))).sort(), ["records.jsonl", "run.json"]);
});

test("runs of unlike conditions are refused with every one of them, and compared anyway when told to", async () => {
  const { exitCode, stderr, stdout } = await compare("first", "elsewhere");
  assert.equal(exitCode, 2);
  assert.equal(stdout, "");
  assert.match(
    stderr,
    /one and the same CPUs, found 2 in A and 64 in B; .*--anyway\n.*one and the same kernel, found 6\.1\.0 in A and 5\.4 in B/,
  );
  const anyway = await compare("first", "elsewhere", "--anyway");
  assert.equal(anyway.exitCode, 0);
  assert.match(anyway.stdout, /^! kernel {2,}A 6\.1\.0$/m);
});

test("a regression, or a claim that came out contradicted, is exit code 1 where that was asked for", async () => {
  const codes = await Promise.all([
    compare("first", "slower"),
    compare("first", "slower", "--fail-on", "regression"),
    compare("slower", "first", "--fail-on", "regression"),
    compare("first", "slower", "--fail-on", "regression", "--floor", "40%"),
    compare("first", "slower", "--fail-on", "contradicted"),
    compare("first", "reversed", "--fail-on", "contradicted"),
    compare("first", "reversed", "--fail-on", "contradicted", "regression"),
    compare("reversed", "reversed", "--fail-on", "contradicted"),
  ]);
  assert.deepEqual(
    codes.map(({ exitCode }) => exitCode),
    [0, 1, 0, 0, 0, 1, 1, 0],
  );
});

test("a run that is none, a wrong floor and a wrong condition are wrong usage", async () => {
  for (const args of [
    ["first", "none"],
    ["first"],
    ["first", "slower", "--floor", "much"],
    ["first", "slower", "--fail-on", "anything"],
  ]) {
    const { exitCode, stderr } = await compare(...args);
    assert.equal(exitCode, 2, args.join(" "));
    assert.notEqual(stderr, "");
  }
});
