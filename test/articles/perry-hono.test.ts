import assert from "node:assert/strict";
import { test } from "node:test";
import { loadArticle } from "../../scripts/articles/article.ts";
import { loadTargets } from "../../scripts/articles/targets.ts";
import { PROFILES, profileFor } from "../../scripts/model/profile.ts";
import { rolesOf } from "../../scripts/model/resolve.ts";
import { makePlan } from "../../scripts/plan/plan.ts";

const targets = await loadTargets("targets.yaml");
const article = await loadArticle("articles/perry-hono.yaml", targets);
const asked = { article, targets, cpus: [0, 1], tool: article.protocol.tool };
const plan = makePlan({ ...asked, profile: PROFILES.quick });
const claimOf = (id: string) => article.claims.find((claim) => claim.id === id) ?? assert.fail(id);
const targetsOf = (id: string) =>
  rolesOf(claimOf(id)).map((role) => (article.subjects[role] ?? article.builds[role])?.target ?? "");

test("every figure of the article and of its authors' notes is a claim or part of one", () => {
  const text = JSON.stringify(article.claims);
  for (const figure of [
    ...["2842.38", "2713.8", "2829.84", "32939.96", "33608.14", "32801.64", "2557.22", "2619.34", "2530.48"],
    ...["27809.19", "27168.54", "27672.35", "11.64", "10.82", "51.89", "2.38", "62.92", "3.39"],
    ...["136.6", "163.5", "112", "114.7", "44508.54", "45017.83", "46436.25", "46849.91", "32951.36", "33334.55"],
    ...["33266.93", "33919.65", "84,350.74", "87,743.10", "6,533.05", "6,021.67", "17.5", "25.9", "435.52"],
    ...["1 of 38", "36 of 38", "38 of 38", "status-204", "48 %", "20 %", "11 %", "85ccd72f8e53", "381045a8735f"],
    ...["20,000", "ZZ", "e1,e2", "12 of 12", "16 to each", "Hyper and Tokio"],
  ])
    assert.ok(text.includes(figure), figure);
});

test("the published ratios are those of the published figures, within their last digit", () => {
  for (const [id, a, b] of [
    ["hono-root-ratio", 32939.96, 2829.84],
    ["hono-json-ratio", 27672.35, 2557.22],
    ["hono-root-p99-ratio", 51.89, 2.38],
    ["hono-json-p99-ratio", 62.92, 3.39],
    ["raw-root-ratio", 44508.54, 32951.36],
    ["raw-json-ratio", 46436.25, 33266.93],
    ["factor-perry-root", 44508.54, (2842.38 + 2713.8 + 2829.84) / 3],
    ["factor-perry-json", 46436.25, (2557.22 + 2619.34 + 2530.48) / 3],
    ["factor-node-json", 33266.93, (27809.19 + 27168.54 + 27672.35) / 3],
  ] as const) {
    const { relation } = claimOf(id);
    assert.ok(relation.kind === "ratio" && Math.abs(relation.value - a / b) < 0.006, `${id}: ${a / b}`);
  }
});

test("a figure of one arm is shown and never judged; what no cell gives has its reason", () => {
  for (const { id, relation } of article.claims) {
    if ("metric" in relation && ["rps", "latency-p99"].includes(relation.metric))
      assert.ok(["shown", "ratio", "equivalent"].includes(relation.kind), id);
    if (relation.kind === "unmeasured") assert.ok(relation.why.length > 60, id);
  }
});

test("nothing is said of one release by what another does", () => {
  for (const { id, group, relation } of article.claims) {
    if (relation.kind === "unmeasured") continue;
    const used = targetsOf(id);
    if (group === "npm") assert.deepEqual(used, ["perry-npm-0.5.1520"], id);
    else if (group === "release") assert.deepEqual(used, ["perry-npm"], id);
    else if (group !== "hello")
      assert.ok(
        used.every((target) => ["perry-source", "node-24"].includes(target)),
        id,
      );
  }
});

test("the protocol is the published one, and what this machine does otherwise is told", () => {
  const { cpus, ...rest } = article.protocol;
  assert.deepEqual(rest, {
    ...{ tool: "wrk", seconds: 8, warmup: 2, connections: [64], path: "loopback", trials: 1 },
    ...{ threads: 4, rounds: 3, reversed: true },
  });
  const told = Object.fromEntries(plan.deviations.map(({ id, article: theirs, here }) => [id, { theirs, here }]));
  assert.deepEqual(told["cpu-limits"]?.theirs, cpus);
  assert.match(told["cpu-limits"]?.here ?? "", /server on CPU 1 alone .* load generator and probe on CPU 0$/);
  assert.deepEqual(told["load-threads"], { theirs: "4", here: "1, one for each of its CPUs" });
  assert.deepEqual(told.window, { theirs: "8 s in each of 3 rounds", here: "2 s in each of 6 rounds" });
  const large = makePlan({ ...asked, cpus: [0, 1, 2, 3, 4], profile: profileFor("article", article.protocol) });
  const ids = large.deviations.map(({ id }) => id);
  assert.ok(!ids.includes("load-threads") && !ids.includes("warm-up"), ids.join(" "));
  assert.deepEqual([large.profile.window, large.profile.warmup], [8, 2]);
  assert.equal(large.deviations.find(({ id }) => id === "window")?.here, "8 s in each of 6 rounds");
});

test("the quick profile stays within 8 minutes on two CPUs, whatever of Perry can be had", () => {
  assert.ok(plan.seconds <= 480, `${plan.seconds} s`);
});
