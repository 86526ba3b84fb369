import assert from "node:assert/strict";
import { test } from "node:test";
import { PROFILES } from "../../scripts/model/profile.ts";
import type { Deviation } from "../../scripts/model/run.ts";
import { deviations } from "../../scripts/plan/deviations.ts";
import { article, ids, planOf } from "./shipped.ts";

const input = {
  article,
  claims: article.claims,
  profile: PROFILES.quick,
  cpus: { subject: "1", helpers: "0" },
  memoryBytes: 536_870_912,
  tool: "oha",
} as const;
const byId = (list: Deviation[], id: string): Deviation | undefined => list.find((deviation) => deviation.id === id);
const claimsOf = (...groups: string[]): string[] => ids(article.claims.filter(({ group }) => groups.includes(group)));
const LOADS = ["health-500", "health-100", "json-100", "compute", "hash"];

test("a quick plan tells every way in which it differs from the article", () => {
  assert.deepEqual(ids(planOf().deviations), [
    "machine",
    "cpu-limits",
    "memory-limit",
    "load-tool-version",
    "repeats",
    "connections",
    "json-payload",
    "loop-count",
    "hash-input",
    "backend",
    "page-cache",
    "idle-moment",
    "image-basis",
    "service-rewritten",
    "listing-reconstructed",
    "network-path",
    "warm-up",
    "window",
    "trials",
  ]);
});

test("each names the claims it touches, or none when it touches all", () => {
  const { deviations: list } = planOf();
  assert.deepEqual(byId(list, "machine")?.claims, []);
  assert.deepEqual(byId(list, "loop-count")?.claims, claimsOf("compute"));
  assert.deepEqual(byId(list, "hash-input")?.claims, claimsOf("hash"));
  assert.deepEqual(byId(list, "warm-up")?.claims, claimsOf(...LOADS));
  assert.deepEqual(byId(list, "trials")?.claims, claimsOf("cold-start"));
  assert.deepEqual(byId(list, "memory-limit")?.claims, claimsOf("cold-start", "memory", "address-space", ...LOADS));
});

test("deviations that touch no chosen claim are left out", () => {
  const list = planOf({ claims: ["image"] }).deviations;
  assert.deepEqual(ids(list), ["machine", "backend", "image-basis", "service-rewritten"]);
});

test("the article's words and the kit's values are told together", () => {
  const cpu = byId(planOf().deviations, "cpu-limits");
  assert.equal(cpu?.what, "processors given to server and load generator");
  assert.equal(cpu?.article, "not stated");
  assert.equal(cpu?.here, "server on CPU 1 alone (cpuset, no quota), load generator and probe on CPU 0");
  const rewritten = byId(planOf().deviations, "service-rewritten");
  assert.equal(rewritten?.article, "the listing as printed, on both hosts");
});

test("the article's own window is no deviation", () => {
  assert.equal(byId(deviations(input), "window")?.here, "2 s in each of 6 rounds");
  assert.equal(byId(deviations({ ...input, profile: PROFILES.article }), "window"), undefined);
});

test("another load tool is a deviation, with its version where known", () => {
  assert.equal(byId(deviations(input), "load-tool"), undefined);
  const list = deviations({ ...input, tool: "wrk", tools: { wrk: "4.1.0" } });
  assert.deepEqual(byId(list, "load-tool"), {
    id: "load-tool",
    what: "load generator",
    article: "oha",
    here: "wrk",
    claims: claimsOf(...LOADS),
  });
  assert.equal(byId(list, "load-tool-version")?.here, "wrk 4.1.0");
});

test("another architecture touches every claim", () => {
  assert.deepEqual(byId(deviations({ ...input, architecture: "aarch64" }), "architecture")?.claims, []);
  assert.equal(byId(deviations({ ...input, architecture: "x86_64" }), "architecture"), undefined);
});

test("a base that is not the official image touches the claims on what stands on it", () => {
  const base = { name: "localhost/rematch/base/bookworm", source: "local" } as const;
  const official = { name: "node:22.21.1-bookworm-slim", source: "registry" } as const;
  const list = deviations({
    ...input,
    subjects: [
      { id: "scriptc-0.0.32/service", base },
      { id: "node-22/service", base: official },
    ],
  });
  const found = byId(list, "base-image");
  assert.equal(found?.here, "localhost/rematch/base/bookworm (built here from Debian packages)");
  assert.ok(found?.claims.includes("image-scriptc"));
  assert.ok(found?.claims.includes("rss-ratio"));
  assert.ok(!found?.claims.includes("image-node"));
  assert.equal(
    byId(deviations({ ...input, subjects: [{ id: "node-22/service", base: official }] }), "base-image"),
    undefined,
  );
});

test("a plan knows what its images will stand on", () => {
  const name = "localhost/rematch/base/bookworm";
  const plan = planOf({
    baseOf: (target) =>
      target.endsWith("-static") ? { name: "scratch", source: "scratch" } : { name, source: "local" },
  });
  const found = byId(plan.deviations, "base-image");
  assert.equal(found?.here, `${name} (built here from Debian packages)`);
  assert.ok(found?.claims.includes("image-scriptc") && !found.claims.includes("image-static"));
  assert.equal(byId(planOf().deviations, "base-image"), undefined);
});

test("starts behind a figure are told as what they are in all, there and here", () => {
  const trials = byId(deviations(input), "trials");
  assert.deepEqual([trials?.article, trials?.here], ["10 in all", "30 in all: 5 in each of 6 rounds"]);
});
