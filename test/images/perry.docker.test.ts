import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { execa } from "execa";
import { runBuild } from "../../scripts/images/buildx.ts";
import { buildEach } from "../../scripts/images/images.ts";
import { targets } from "../plan/shipped.ts";
import { ROOT } from "../support/bench.ts";
import { builder } from "../support/engine.ts";
import { noEngine } from "./engine.ts";
import { scratchFolder } from "./scratch.ts";

const skip = noEngine;
const dockerfile = join(ROOT, "Dockerfile.perry");

/** The stage `source`, as a folder of files. */
async function source(args: Record<string, string>, contexts: Record<string, string> = {}) {
  const folder = join(scratchFolder(), "out");
  const all = { BASE: builder.bases.bookworm.name, ...args };
  const { ok, log } = await runBuild({
    context: ROOT,
    dockerfile,
    stage: "source",
    args: all,
    contexts,
    to: { folder },
  });
  return { ok, log, folder };
}

test("the source is taken from a local clone that stands for the stage checkout, by its commit alone", {
  skip,
}, async () => {
  const clone = scratchFolder();
  await mkdir(clone, { recursive: true });
  const git = (...words: string[]) =>
    execa("git", ["-C", clone, "-c", "user.name=T", "-c", "user.email=t@example.org", ...words]);
  await git("init", "--quiet");
  await git("commit", "--quiet", "--allow-empty", "--message", "released");
  const commit = (await git("rev-parse", "HEAD")).stdout;
  const right = await source({ COMMIT: commit }, { checkout: clone });
  assert.ok(right.ok, right.log.slice(-2000));
  assert.equal((await execa("git", ["-C", join(right.folder, "perry"), "rev-parse", "HEAD"])).stdout, commit);
  const wrong = await source({ COMMIT: "f".repeat(40) }, { checkout: clone });
  assert.equal(wrong.ok, false);
  assert.match(wrong.log, /error: the local checkout has no commit f{40}/);
});

test("where git hosting cannot be reached, the target is unavailable in plain words and the others are built", {
  skip,
}, async () => {
  const { targets: known, apps, programs } = targets;
  const perry = known["perry-source"] ?? assert.fail("perry-source");
  const node = known["node-24-js"] ?? assert.fail("node-24-js");
  const nowhere = { ...perry, args: { ...perry.args, SOURCE: "http://nothing.invalid/perry.git" } };
  const plan = ["perry-source", "node-24-js"].map((target) => ({ id: `${target}/hello`, target, app: "hello" }));
  const built = await buildEach(builder, plan, {
    targets: { "perry-source": nowhere, "node-24-js": node },
    apps,
    programs,
  });
  const [first, second] = built.map(({ info }) => info);
  assert.equal(first?.status, "unavailable");
  assert.match(first?.failure?.lines[0] ?? "", /^git cannot reach the source: error: fatal: unable to access/);
  assert.equal(second?.status, "built");
});
