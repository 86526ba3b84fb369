import assert from "node:assert/strict";
import { test } from "node:test";
import { loadArticle } from "../../scripts/articles/article.ts";
import { loadTargets } from "../../scripts/articles/targets.ts";
import { PROFILES } from "../../scripts/model/profile.ts";
import { makePlan } from "../../scripts/plan/plan.ts";

const targets = await loadTargets("targets.yaml");
const article = await loadArticle("articles/gea-native-http.yaml", targets);

/** Of each server the requests a second of one worker and of four. */
const CHART: Record<string, [number, number]> = {
  "gea-raw": [154025, 313046],
  "node-raw": [34906, 76813],
  scriptc: [51144, 116887],
  hyper: [144922, 273595],
  axum: [124646, 224744],
  drogon: [123255, 243009],
  epoll: [202022, 365373],
  "gea-hono": [67653, 149642],
};

test("every bar of the chart is a claim, those of four workers with the reason why they are not measured", () => {
  for (const [server, [one, four]] of Object.entries(CHART)) {
    const of = (id: string) => article.claims.find((claim) => claim.id === id) ?? assert.fail(id);
    const { relation } = of(`one-${server}`);
    assert.deepEqual(relation, { kind: "shown", metric: "rps", of: server, value: one, unit: "1/s" });
    const workers = of(`four-${server}`);
    assert.equal(workers.relation.kind, "unmeasured");
    assert.ok(
      workers.says.includes(four.toLocaleString("en-US")) && workers.says.includes((four / one).toFixed(2)),
      server,
    );
  }
  const text = JSON.stringify(article.claims);
  for (const figure of ["34414", "17,515", "40,670", "21 of 38", "11 errors"]) assert.ok(text.includes(figure), figure);
});

test("ratios are those of the chart's own figures", () => {
  const ratios = article.claims.flatMap(({ id, relation }) => (relation.kind === "ratio" ? [{ id, ...relation }] : []));
  assert.equal(ratios.length, 8);
  for (const { id, of, to, value } of ratios) {
    const [a, b] = [CHART[of]?.[0] ?? 0, to === "node-hono" ? 34414 : (CHART[to]?.[0] ?? 0)];
    assert.ok(Math.abs(value - a / b) < 0.001, `${id}: ${a / b}`);
  }
});

test("the quick profile stays within 8 minutes on two CPUs", () => {
  const plan = makePlan({ article, targets, profile: PROFILES.quick, cpus: [0, 1], tool: article.protocol.tool });
  assert.ok(plan.seconds <= 480, `${plan.seconds} s`);
});
