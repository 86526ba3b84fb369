import assert from "node:assert/strict";
import { test } from "node:test";
import { parseArticle } from "../../scripts/articles/article.ts";
import { PROFILES } from "../../scripts/model/profile.ts";
import { makePlan } from "../../scripts/plan/plan.ts";
import { ARTICLE, articleFaults, replaced, smallTargets } from "./small-files.ts";

const RATIO = "relation: { kind: ratio, metric: rps, of: a, to: b, value: 2 }";
const AT = "at: { route: health, connections: 10 }";
const asked = (relation: string, at: string) => replaced(replaced(ARTICLE, RATIO, `relation: ${relation}`), AT, at);
const LIMIT = "{ kind: at-most, metric: latency@rate-p99, of: a, value: 20, unit: ms }";
const WITH_RATE = "at: { route: health, connections: 10, rate: 5000 }";

test("a claim on latency at a fixed rate is planned as an open loop at that rate", () => {
  const article = parseArticle(asked(LIMIT, WITH_RATE), "small.yaml", smallTargets());
  const plan = makePlan({ article, targets: smallTargets(), profile: PROFILES.quick, cpus: [0, 1], tool: "wrk" });
  const cells = plan.cells.map(({ id }) => id).filter((id) => id.includes("open-loop"));
  assert.deepEqual(cells, ["one/app open-loop/health@10/5000-a-second"]);
});

test("a variation may set the rate, and one that only sets it changes a claim at a rate", () => {
  const text = replaced(asked(LIMIT, WITH_RATE), "changes: { connections: 500 }", "changes: { rate: 9000 }");
  const article = parseArticle(text, "small.yaml", smallTargets());
  const asked_ = { article, targets: smallTargets(), profile: PROFILES.quick, cpus: [0, 1], tool: "wrk" } as const;
  const cells = makePlan({ ...asked_, sensitivity: ["many"] }).cells.map(({ id }) => id);
  assert.ok(cells.includes("one/app open-loop/health@10/9000-a-second"), cells.join("\n"));
});

test("a metric at a rate without one, and a rate beside a metric that is not taken at one, are refused", () => {
  const [without = "", ...more] = articleFaults(asked(LIMIT, AT));
  assert.match(
    without,
    /expected a rate, as latency@rate-p99 is taken at a fixed one, found none; add rate: requests a s/,
  );
  assert.deepEqual(more, []);
  const [beside = ""] = articleFaults(replaced(ARTICLE, AT, WITH_RATE));
  assert.match(beside, /expected no rate, since rps is not taken at one, found a rate of 5000 a second; remove it, or/);
});
