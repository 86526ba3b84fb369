import assert from "node:assert/strict";
import { test } from "node:test";
import { loadArticle } from "../../scripts/articles/article.ts";
import { loadTargets } from "../../scripts/articles/targets.ts";
import { PROFILES } from "../../scripts/model/profile.ts";
import { placesOf } from "../../scripts/model/resolve.ts";
import { makePlan } from "../../scripts/plan/plan.ts";

const targets = await loadTargets("targets.yaml");
const article = await loadArticle("articles/hono-response-state.yaml", targets);
const plan = makePlan({ article, targets, profile: PROFILES.quick, cpus: [0, 1], tool: article.protocol.tool });
const claimOf = (id: string) => {
  const found = article.claims.find((claim) => claim.id === id);
  assert.ok(found, id);
  return found;
};

test("every published figure is a claim or part of one", () => {
  const figures = [
    ...["48408.15", "5503.67", "42615.06", "6739.75", "2.58", "1.42", "2.93", "3.17", "138.00", "332.86"],
    ...["11.03", "9.71", "483,930", "426,148", "57,826.06", "52,799.38", "24380.41", "74428.96"],
  ];
  const text = JSON.stringify(article.claims);
  // JSON writes 138.00 as it stands in a sentence.
  for (const figure of figures) assert.ok(text.includes(figure), figure);
});

test("the published ratios are those of the published figures, within their last digit", () => {
  for (const [id, a, b] of [
    ["hook-rps-ratio", 48408.15, 42615.06],
    ["hook-latency-ratio", 2.93, 2.58],
    ["readme-ratio", 74428.96, 24380.41],
  ] as const) {
    const { relation } = claimOf(id);
    assert.ok(relation.kind === "ratio" && Math.abs(relation.value - a / b) < 0.0006, id);
  }
});

test("the protocol is the published one: bombardier, 125 connections, 10 s, through a published port", () => {
  assert.deepEqual(article.protocol, {
    ...{ tool: "bombardier", seconds: 10, warmup: null, connections: [125], path: "published", trials: 1 },
  });
  for (const { at } of article.claims) assert.equal(at?.connections ?? 125, 125);
});

test("every pair of releases on every Node is tested for equality within 10 %, at six rounds", () => {
  const pairs = article.claims
    .filter(({ group }) => group === "pairs")
    .map((claim) => {
      const { relation } = claim;
      assert.ok(relation.kind === "equivalent" && relation.margin === 0.1, claim.id);
      const sides = placesOf(article, claim, {}, article.protocol.tool).map(({ arm }) => arm.target);
      for (const { cell } of placesOf(article, claim, {}, article.protocol.tool)) {
        assert.ok(
          plan.cells.some(({ id }) => id === cell.id),
          `${cell.id} is in the quick plan`,
        );
      }
      return sides.sort().join(" ");
    });
  const expected = ["node-22", "node-24.0", "node-24"].flatMap((node) => {
    const [a, b, c] = ["1.14.1", "1.14.2", "2.1.1"].map((adapter) => `${node}-adapter-${adapter}`);
    return [`${a} ${b}`, `${b} ${c}`, `${a} ${c}`];
  });
  assert.deepEqual(pairs.sort(), expected.sort());
  assert.ok(plan.profile.rounds >= 6);
});

test("what was never released is not measured, and its reconstruction is a deviation of the claims on it", () => {
  const { relation } = claimOf("hook-released");
  assert.match(relation.kind === "unmeasured" ? relation.why : "", /^never released/);
  const hooked = plan.deviations.find(({ id }) => id === "hook-reconstructed");
  assert.ok(hooked?.claims.includes("hook-rps-ratio"));
  assert.ok(!hooked?.claims.includes("readme-ratio"));
});

test("the quick profile stays within 10 minutes on two CPUs", () => {
  assert.ok(plan.seconds <= 600, `${plan.seconds} s`);
});
