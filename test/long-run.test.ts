import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { execa } from "execa";
import { ROOT } from "./support/bench.ts";
import { longRun, writeLongRun } from "./support/long-run.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "rematch-long-"));
});
after(() => rm(folder, { recursive: true, force: true }));

/** What a process says at its end: the most memory it ever had resident, in kB. */
const TELL = 'process.on("exit", () => console.error("maxRSS", process.resourceUsage().maxRSS))';

test("the report of a run of 100,000 records needs no more memory than a laptop spares", async () => {
  const run = longRun(100_000);
  const records = await writeLongRun(folder, run);
  assert.ok(records >= 100_000, String(records));
  const args = ["--import", "tsx", "--import", `data:text/javascript,${encodeURIComponent(TELL)}`];
  const bench = join(ROOT, "scripts", "bench.ts");
  const { stderr, exitCode } = await execa(process.execPath, [...args, bench, "report", folder], { cwd: ROOT });
  assert.equal(exitCode, 0);
  const used = Number(/^maxRSS (\d+)$/m.exec(stderr)?.[1]) / 1024;
  assert.ok(used <= 300, `${Math.round(used)} MiB`);
  const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
  assert.equal(report.claims[0].measured.rounds, run.plan.profile.rounds);
});
