import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bench } from "../support/bench.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "rematch-compat-"));
});
after(() => rm(folder, { recursive: true }));

const compat = (...args: string[]) => bench(["compat", ...args], { REMATCH_RESULTS: join(folder, "results") });

test("a name that is no target, no app or no file is refused with 2, and nothing is written", async () => {
  const wrong = await compat("node-42", "node-22/http-paritie");
  assert.equal(wrong.exitCode, 2);
  assert.match(
    wrong.stderr,
    /^target: expected a target of targets\.yaml, found "node-42"; did you mean "node-[^"]+"\?$/m,
  );
  assert.match(
    wrong.stderr,
    /^target: expected TARGET or TARGET\/APP, .* found "node-22\/http-paritie"; did you mean "http-parity"\?$/m,
  );
  const oracle = await compat("node-22", "--oracle", "nodee-24");
  assert.deepEqual([oracle.exitCode, /^--oracle: expected a target/.test(oracle.stderr)], [2, true]);
  assert.equal((await compat()).exitCode, 2);
  const file = join(folder, "own.yaml");
  await writeFile(file, "cases:\n  - name: get-root\n    why: again\n");
  const cases = await compat("node-22", "--cases", file);
  assert.equal(cases.exitCode, 2);
  assert.match(cases.stderr, /own\.yaml:2:5: expected the key "section" with text, found nothing; add it/);
  assert.deepEqual(await readdir(folder), ["own.yaml"]);
});
