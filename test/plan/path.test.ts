import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseArticle } from "../../scripts/articles/article.ts";
import { makeArm } from "../../scripts/model/cell.ts";
import { PROFILES } from "../../scripts/model/profile.ts";
import { makePlan, type PlanInput } from "../../scripts/plan/plan.ts";
import { planText } from "../../scripts/plan/plan-text.ts";
import { ARTICLE, articleFaults, replaced } from "../articles/small-files.ts";
import { faultsOf, targets } from "./shipped.ts";

const file = "articles/hono-response-state.yaml";
const article = parseArticle(readFileSync(file, "utf8"), file, targets);
const plan = (changes: Partial<PlanInput> = {}) =>
  makePlan({
    ...{ article, targets, profile: PROFILES.quick, cpus: [0, 1], tool: "bombardier", mayPublish: true },
    ...changes,
  });
const paths = (changes: Partial<PlanInput> = {}) => [...new Set(plan(changes).arms.map(({ path }) => path))];

test("no port is published unless the variation that does it is asked for by its name", () => {
  assert.deepEqual(paths(), ["loopback"]);
  assert.deepEqual(paths({ sensitivity: true, curve: true }), ["loopback"]);
  assert.deepEqual(paths({ profile: PROFILES.thorough }), ["loopback"]);
  assert.deepEqual(paths({ sensitivity: ["quota", "connection-per-request"] }), ["loopback"]);
  assert.deepEqual(paths({ sensitivity: ["published"] }), ["loopback", "published"]);
});

test("both sides of a claim go over one path, under names of their own", () => {
  const { arms, cells } = plan({ claims: ["hook-rps-ratio"], sensitivity: ["published"] });
  const [hooked, plain] = ["node-24.0-adapter-1.14.1-hook", "node-24.0-adapter-1.14.1"].map(
    (t) => `${t}/headers-hono-set`,
  );
  assert.deepEqual(
    arms.map(({ id }) => id),
    [hooked, plain, `${hooked}+path=published`, `${plain}+path=published`],
  );
  assert.ok(cells.some(({ id }) => id === `${plain}+path=published load/root@125/bombardier`));
});

test("a plan says of what only its name measures that a bare --sensitivity does not", () => {
  const text = (changes: Partial<PlanInput>) => planText(article, plan({ claims: ["hook-rps-ratio"], ...changes }));
  const byName = /^Publishing a port, so only by name \(--sensitivity=published measures them\):\n {2}published /m;
  assert.match(text({}), byName);
  assert.match(text({}), /^Declared and not measured .*\n( {2}(?!published).*\n){4}Publishing/m);
  assert.match(text({ sensitivity: true }), byName);
  assert.doesNotMatch(text({ sensitivity: true }), /Declared and not measured/);
  assert.doesNotMatch(text({ sensitivity: ["published"] }), byName);
});

test("a plan says how long a warm-up is by a tool that cannot be as short as asked", () => {
  assert.match(planText(article, plan()), /6 rounds; load 0\.5 s \(bombardier: 1 s\) warm-up and 2 s window/);
});

test("of an article that a user brought no port is published", () => {
  const [fault = "", ...more] = faultsOf(() => plan({ sensitivity: ["published"], mayPublish: false }));
  assert.match(fault, /^--sensitivity: expected variations on loopback, found "published", which publishes a port/);
  assert.deepEqual(more, []);
  assert.deepEqual(
    faultsOf(() => plan({ sensitivity: ["quota"], mayPublish: false })),
    [],
  );
});

test("a reading cannot be on another path than the claim, an arm can", () => {
  const published = replaced(ARTICLE, "changes: { connections: 500 }", "changes: { path: published }");
  assert.deepEqual(articleFaults(published), []);
  const [fault = ""] = articleFaults(replaced(published, "arms: [many]", "readings: [many]"));
  assert.match(
    fault,
    /expected a reading on loopback, since results across paths are never compared, found "many", which/,
  );
});

test("an arm of a run from before there were paths is on loopback", () => {
  assert.equal(makeArm("node-22", "service").path, "loopback");
  assert.equal(makeArm("node-22", "service").id, "node-22/service");
});
