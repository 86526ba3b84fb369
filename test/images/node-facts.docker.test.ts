import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { loadArticle } from "../../scripts/articles/article.ts";
import { parseTargets } from "../../scripts/articles/targets.ts";
import { runBuild } from "../../scripts/images/buildx.ts";
import { lockOf } from "../../scripts/images/lock.ts";
import type { Target } from "../../scripts/model/target.ts";
import { ROOT } from "../support/bench.ts";
import { machineBases, noEngine } from "./engine.ts";
import { scratchFolder } from "./scratch.ts";

const skip = noEngine;
const targetsFile = parseTargets(await readFile("targets.yaml", "utf8"), "targets.yaml");
const { targets } = targetsFile;
const article = await loadArticle("articles/hono-response-state.yaml", targetsFile);

interface Facts {
  toolchain: Record<string, string>;
  app: { answers: boolean; warning: string };
  response: { contentType: string; contentLength: string; framing: string };
  adapter?: { getInternalBody: boolean; markers: string };
}

/** The facts that a Node target's Dockerfile tells of an app, without its image. */
async function factsOf(app: string, target: Target): Promise<Facts> {
  const [bases, lock] = await Promise.all([machineBases(), lockOf(ROOT, app, target.dependencies)]);
  assert.ok(lock !== "none" && "folder" in lock, JSON.stringify(lock));
  const folder = scratchFolder();
  const { ok, log } = await runBuild({
    ...{ context: ROOT, dockerfile: join(ROOT, target.dockerfile), stage: "facts", to: { folder } },
    args: {
      ...{ BASE: bases[target.base === "scratch" ? "bookworm" : target.base].name, NODE_SOURCE: bases.nodeSource },
      ...{ APP: app, DEPENDENCIES: "locked", LOCK: lock.folder, COMMAND: target.command.join(" "), READY: "/" },
      ...target.args,
    },
  });
  assert.ok(ok, log.slice(-3000));
  return JSON.parse(await readFile(join(folder, "facts.json"), "utf8"));
}

/** Targets that set the adapter's version: Node, version, and whether the hook is loaded. */
const matrix = Object.entries(targets).flatMap(([name, target]) => {
  const adapter = target.dependencies?.["@hono/node-server"];
  return adapter ? [{ name, target, adapter, hooked: target.command.includes("--import") }] : [];
});

test("the matrix: three releases of the adapter on three of Node, and the hook on both of Node 24", () => {
  const cells = matrix.map(({ target, adapter, hooked }) => `${target.version} ${adapter}${hooked ? " hook" : ""}`);
  const nodes = ["22.21.1", "24.0.1", "24.21.0"];
  const plain = nodes.flatMap((node) => ["1.14.1", "1.14.2", "2.1.1"].map((adapter) => `${node} ${adapter}`));
  assert.deepEqual(cells.sort(), [...plain, "24.0.1 1.14.1 hook", "24.21.0 1.14.1 hook"].sort());
});

/** What the article's file expects of a target, by its name. */
const expected = new Map(
  article.claims.flatMap(({ relation }) => {
    if (relation.kind !== "artefact" || relation.fact !== "adapter.markers") return [];
    return [[article.subjects[relation.of]?.target, relation.expects] as const];
  }),
);

test("a claim of the article checks the markers of every cell, and of the hook where it is measured by default", () => {
  const names = matrix.filter(({ hooked, target }) => !hooked || target.version === "24.0.1").map(({ name }) => name);
  assert.deepEqual([...expected.keys()].sort(), names.sort());
});

for (const { name, target, adapter, hooked } of matrix) {
  test(`${name}: warning, header spelling and getInternalBody are as that release has them`, { skip }, async () => {
    const facts = await factsOf("headers-hono-set", target);
    assert.deepEqual(facts.toolchain, {
      ...{ node: `v${target.version}`, "@hono/node-server": adapter, hono: "4.12.34" },
    });
    const old = adapter === "1.14.1";
    const blind = old && target.version.startsWith("24.") && !hooked;
    assert.equal(facts.app.warning, blind ? "Failed to find Response internal state key" : "");
    assert.equal(facts.app.answers, true);
    assert.deepEqual(
      facts.response,
      old
        ? { contentType: "content-type: text/plain;charset=UTF-8", contentLength: "content-length: 3", framing: "" }
        : { contentType: "content-type: text/plain; charset=UTF-8", contentLength: "Content-Length: 3", framing: "" },
    );
    assert.equal(facts.adapter?.getInternalBody, old);
    if (expected.has(name)) assert.equal(facts.adapter?.markers, expected.get(name));
  });
}
