import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { access } from "node:fs/promises";
import { test } from "node:test";
import { loadArticle } from "../../scripts/articles/article.ts";
import { listArticles } from "../../scripts/articles/file.ts";
import { loadTargets } from "../../scripts/articles/targets.ts";
import type { Relation } from "../../scripts/model/article.ts";
import { contractOf } from "../../scripts/model/target.ts";

const targets = await loadTargets("targets.yaml");
const article = await loadArticle("articles/scriptc-vs-node.yaml", targets);

test("every article of the repository loads without a fault", async () => {
  const articles = await listArticles("articles");
  assert.ok(articles.some(({ slug }) => slug === "scriptc-vs-node"));
  for (const { file } of articles) await loadArticle(file, targets);
});

test("the Dockerfile of every target is there", async () => {
  for (const { dockerfile } of Object.values(targets.targets)) await access(dockerfile);
});

/** Claims of the scriptc article, from the article itself: kind, metric, roles, figure, route and connections. */
const PUBLISHED: Record<string, string> = {
  "cold-start-ratio": "ratio cold-start node÷scriptc 16.3",
  "cold-start-node": "shown cold-start node 232.16 ms",
  "cold-start-scriptc": "shown cold-start scriptc 14.23 ms",
  "cold-start-under-15-ms": "at-most cold-start scriptc 15 ms",
  "rss-ratio": "ratio rss node÷scriptc 27.6",
  "rss-node": "absolute rss node 70.4 MB",
  "rss-scriptc": "absolute rss scriptc 2.55 MB",
  "rss-under-3-mb": "at-most rss scriptc 3 MB",
  "vsz-node": "absolute vsz node 21.5 GB",
  "vsz-scriptc": "absolute vsz scriptc 4.09 MB",
  "health-rps-ratio": "ratio rps scriptc÷node 2.99 health@500",
  "health-rps-node": "shown rps node 9966 1/s health@500",
  "health-rps-scriptc": "shown rps scriptc 29828 1/s health@500",
  "health-p50-ratio": "ratio latency-p50 node÷scriptc 2.946 health@100",
  "health-p50-node": "shown latency-p50 node 8.19 ms health@100",
  "health-p50-scriptc": "shown latency-p50 scriptc 2.78 ms health@100",
  "json-rps-ratio": "ratio rps scriptc÷node 2.42 json@100",
  "json-rps-node": "shown rps node 10012 1/s json@100",
  "json-rps-scriptc": "shown rps scriptc 24209 1/s json@100",
  "compute-rps-ratio": "ratio rps node÷scriptc 1.082 compute@100",
  "compute-rps-node": "shown rps node 2835 1/s compute@100",
  "compute-rps-scriptc": "shown rps scriptc 2620 1/s compute@100",
  "compute-margin": "ratio latency-p50 scriptc÷node 1.176 compute@100",
  "compute-p50-node": "shown latency-p50 node 27.38 ms compute@100",
  "compute-p50-scriptc": "shown latency-p50 scriptc 32.21 ms compute@100",
  "hash-rps-ratio": "ratio rps scriptc÷node 2.9 hash@100",
  "hash-rps-node": "shown rps node 9873 1/s hash@100",
  "hash-rps-scriptc": "shown rps scriptc 28849 1/s hash@100",
  "hash-p50-ratio": "ratio latency-p50 node÷scriptc 2.845 hash@100",
  "hash-p50-node": "shown latency-p50 node 8.45 ms hash@100",
  "hash-p50-scriptc": "shown latency-p50 scriptc 2.97 ms hash@100",
  "image-node": "absolute image-unpacked node 120 MB",
  "image-scriptc": "absolute image-unpacked scriptc 80 MB",
  "image-static": "at-most image-unpacked static 25 MB",
  "listing-compiles": "artefact listing compiles true",
  "listing-on-node": "artefact listing-node app.answers true",
  "identical-source": "all-of listing-on-node, listing-compiles",
  "no-dependencies": "artefact node app.dependencies 0",
  "dynamic-binary": "artefact scriptc binary.dynamic true",
  "self-contained": "artefact scriptc binary.dynamic false",
  "no-engine": "artefact scriptc binary.engine false",
  "emitted-fmod": "artefact scriptc emitted.usesFmod true",
  "emitted-digest": "artefact scriptc emitted.cHashDigestCalls 1",
  "hash-cause": "unmeasured",
  "node-routes-level": "unmeasured",
  "fallback-size": "unmeasured",
  "npm-coverage": "unmeasured",
};

function relationText(relation: Relation): string {
  switch (relation.kind) {
    case "ratio":
      return `ratio ${relation.metric} ${relation.of}÷${relation.to} ${relation.value}`;
    case "absolute":
    case "shown":
    case "at-most":
      return `${relation.kind} ${relation.metric} ${relation.of} ${relation.value} ${relation.unit}`;
    case "artefact":
      return `artefact ${relation.of} ${relation.fact} ${relation.expects}`;
    case "all-of":
      return `all-of ${relation.claims.join(", ")}`;
    default:
      return relation.kind;
  }
}

test("every figure and checkable statement of the scriptc article is a claim", () => {
  const claims = article.claims.map(({ id, relation, at }) => {
    return [id, relationText(relation) + (at ? ` ${at.route}@${at.connections}` : "")];
  });
  assert.deepEqual(Object.fromEntries(claims), PUBLISHED);
});

test("tolerances differ from the defaults only where the default is wider than the effect", () => {
  const own = article.claims
    .filter(({ tolerance }) => tolerance !== undefined)
    .map(({ id, tolerance }) => [id, tolerance]);
  assert.deepEqual(own, [
    ["compute-rps-ratio", 0.1],
    ["compute-margin", 0.1],
  ]);
});

test("what the article leaves open is read in every admissible way", () => {
  const readings = (id: string): string[] | undefined => article.claims.find((claim) => claim.id === id)?.readings;
  assert.deepEqual(readings("cold-start-ratio"), ["median", "quota", "no-cpuset", "backend-c"]);
  assert.deepEqual(readings("health-rps-ratio"), ["quota", "no-cpuset", "backend-c"]);
  const compute = [
    "connections-10",
    "connections-500",
    "loops-third",
    "loops-triple",
    "quota",
    "no-cpuset",
    "backend-c",
  ];
  assert.deepEqual(readings("compute-rps-ratio"), compute);
  assert.deepEqual(readings("compute-margin"), compute);
  assert.deepEqual(readings("hash-rps-ratio"), [
    "connections-10",
    "connections-500",
    "quota",
    "no-cpuset",
    "backend-c",
  ]);
  assert.deepEqual(readings("image-node"), ["compressed"]);
  assert.deepEqual(readings("emitted-fmod"), ["backend-c"]);
});

test("each app's bodies are what its source computes", () => {
  const body = (app: string, route: string, env: Record<string, string> = {}): unknown => {
    const found = targets.apps[app];
    assert.ok(found);
    return JSON.parse(contractOf(found, route, env).body);
  };
  const looped = (turns: number): { result: number } => {
    let result = 0;
    for (let i = 0; i < turns; i++) result = (result + i * 31) % 1_000_000_007;
    return { result };
  };
  for (const app of ["service", "service-setheader", "service-as-printed"]) {
    assert.deepEqual(body(app, "health"), { status: "ok" });
    assert.deepEqual(body(app, "compute"), looped(75_000));
    assert.deepEqual(body(app, "hash"), { hash: createHash("sha256").update("rematch").digest("hex") });
  }
  for (const app of ["service", "service-setheader"]) {
    assert.deepEqual(body(app, "compute", { COMPUTE_LOOPS: "25000" }), looped(25_000));
    assert.deepEqual(body(app, "compute", { COMPUTE_LOOPS: "225000" }), looped(225_000));
  }
});
