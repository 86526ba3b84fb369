import assert from "node:assert/strict";
import { test } from "node:test";
import { openNamespace } from "../../scripts/measure/sandbox.ts";
import { makeArm } from "../../scripts/model/cell.ts";
import type { ContainerSpec, Engine } from "../../scripts/model/engine.ts";
import { ARTICLE, articleFaults, replaced, smallTargets, TARGETS, targetsFaults } from "./small-files.ts";

// What would only be noticed once containers run, as an error of the kit or as samples that support nothing.

const MANY = "changes: { connections: 500 }";
const withEnv = (env: string): string => replaced(ARTICLE, MANY, `changes: { env: ${env} }`);

test("names of environment variables that no process can have, or that the kit sets", () => {
  for (const name of ["A=B", "", "A\\0B", "1A", "PORT"]) {
    const [fault = "", ...more] = articleFaults(withEnv(`{ "${name}": "1" }`));
    assert.deepEqual(more, [], name);
    assert.match(
      fault,
      /^small\.yaml:15:52: expected the name of an environment variable: letters, digits and underscores, and not PORT, which the kit sets, found the key ".*"; rename it$/,
    );
  }
  assert.deepEqual(articleFaults(withEnv('{ UV_THREADPOOL_SIZE: "1" }')), []);
});

test("values of environment variables with characters that no container can be given", () => {
  const [fault = ""] = articleFaults(withEnv('{ A: "x\\0y" }'));
  assert.match(
    fault,
    /^small\.yaml:15:55: expected text without control characters, found "x\\u0000y"; change the value$/,
  );
});

const WHEN = 'body: ok, when: [{ env: { LOOPS: "10" }, body: ten }] }';
const CONTRACTS = replaced(TARGETS, "body: ok }", WHEN);

test("a value of a variable that the route's contract speaks of, and does not know", () => {
  assert.deepEqual(articleFaults(withEnv('{ LOOPS: "10" }'), CONTRACTS), []);
  assert.deepEqual(articleFaults(withEnv('{ LOOPS: "11" }'), CONTRACTS), [
    'small.yaml:15:59: expected a value of LOOPS that the contract of app\'s route health has a body for, found "11";' +
      " use one of: 10; or add a when for it to targets.yaml",
  ]);
});

test("more connections than the open files of a sandbox allow", () => {
  const expected = "at most 16000 connections: subject and load tool may open 16384 files each";
  assert.deepEqual(articleFaults(replaced(ARTICLE, MANY, "changes: { connections: 16001 }")), [
    `small.yaml:15:58: expected ${expected}, found 16001; change the value`,
  ]);
  assert.deepEqual(articleFaults(replaced(ARTICLE, "connections: 10 }", "connections: 20000 }")), [
    `small.yaml:28:39: expected ${expected}, found 20000; change the value`,
  ]);
  assert.deepEqual(articleFaults(replaced(ARTICLE, MANY, "changes: { connections: 16000 }")), []);
});

test("the open files that connections are held against are those a sandbox gets", async () => {
  const asked: ContainerSpec[] = [];
  const create: Engine["create"] = async (spec) => {
    asked.push(spec);
    return { start: async () => {} } as Awaited<ReturnType<Engine["create"]>>;
  };
  const [app] = Object.values(smallTargets().apps);
  assert.ok(app);
  const kit = { engine: { create } as Engine, run: "run", probeImage: "probe", volume: "volume" };
  const limits = { cpus: { subject: "0", helpers: "1" }, memoryBytes: 1, pids: 1, sameKernel: true };
  const [target] = Object.values(smallTargets().targets);
  assert.ok(target);
  await openNamespace({ ...kit, ...limits }, { arm: makeArm("one", "app"), image: "", target, app });
  assert.equal(asked[0]?.nofile, 16_384);
});

test("a route and connections beside a metric that is taken without load", () => {
  const idle = replaced(ARTICLE, "    readings: [walk]", "    at: { route: health, connections: 10 }");
  assert.deepEqual(articleFaults(idle), [
    'small.yaml:22:5: expected no "at", since neither rss nor a reading or arm of the claim is taken under load,' +
      ' found "at"; remove it, or correct the metric',
  ]);
  const all = replaced(
    ARTICLE,
    "claims: [rss, rps] }",
    "claims: [rss, rps] }\n    at: { route: health, connections: 10 }",
  );
  assert.match(
    articleFaults(all)[0] ?? "",
    /^small\.yaml:35:5: expected no "at", since the claim has no metric of its own/,
  );
  const loaded = replaced(ARTICLE, "changes: { metric: smaps-rss }", "changes: { metric: rss-loaded }");
  const reading = replaced(
    loaded,
    "    readings: [walk]",
    "    readings: [walk]\n    at: { route: health, connections: 10 }",
  );
  assert.deepEqual(articleFaults(reading), []);
});

test("readings that change what the claim's metric does not depend on", () => {
  const claimOn = (metric: string, unit: string, changes: string): string[] => {
    const relation = replaced(
      ARTICLE,
      "metric: rss, of: a, value: 5, unit: MB",
      `metric: ${metric}, of: a, value: 5, unit: ${unit}`,
    );
    return articleFaults(replaced(relation, "changes: { metric: smaps-rss }", `changes: ${changes}`));
  };
  const refused = [
    'small.yaml:22:16: expected a variation that changes how the claim is measured, found "walk", which changes nothing here;' +
      " remove it from this claim",
  ];
  // Connections are kept or not under load alone, only cold starts have trials, and an image is the same under any limit.
  assert.deepEqual(claimOn("rss", "MB", "{ keepAlive: false }"), refused);
  assert.deepEqual(claimOn("rss", "MB", "{ statistic: median }"), refused);
  assert.deepEqual(claimOn("image-unpacked", "MB", "{ cpu: quota }"), refused);
  assert.deepEqual(claimOn("image-unpacked", "MB", '{ env: { A: "1" } }'), refused);
  assert.deepEqual(claimOn("rss", "MB", "{ cpu: quota }"), []);
  assert.deepEqual(claimOn("cold-start", "ms", "{ statistic: median }"), []);
  assert.deepEqual(
    articleFaults(replaced(ARTICLE, "changes: { connections: 500 }", "changes: { keepAlive: false }")),
    [],
  );
});

test("paths that are no request target", () => {
  for (const path of ["health", "/a b", "/a\\rb", "/a\\nHost: x", "/\\u007f", "/é", "/a#b", ""]) {
    const [fault = "", ...more] = targetsFaults(replaced(TARGETS, "path: /health", `path: "${path}"`));
    assert.deepEqual(more, [], path);
    assert.match(
      fault,
      /^targets\.yaml:25:23: expected a path that starts with "\/", of printable ASCII without spaces or "#", found ".*"; change the value$/,
    );
  }
  assert.deepEqual(targetsFaults(replaced(TARGETS, "path: /health", "path: /a-b/c?d=%20")), []);
});

test("a method that the load tools do not send, and a content type that no header can hold", () => {
  const method = replaced(TARGETS, "path: /health", "method: PUT, path: /health");
  assert.deepEqual(targetsFaults(method), [
    "targets.yaml:25:25: expected GET, which is all that the load tools send, or POST, which is only checked, " +
      'found "PUT"; change the value',
  ]);
  const type = replaced(TARGETS, "contentType: text/plain", 'contentType: "text/plain\\r\\n"');
  assert.match(
    targetsFaults(type)[0] ?? "",
    /^targets\.yaml:25:58: expected the value of a header, in printable ASCII/,
  );
});

test("commands that cannot be started", () => {
  for (const command of ['[""]', '[/bin/one, ""]', '["/bin/o\\0ne"]']) {
    const [fault = "", ...more] = targetsFaults(replaced(TARGETS, "command: [/bin/one]", `command: ${command}`));
    assert.deepEqual(more, [], command);
    assert.match(fault, /^targets\.yaml:9:\d+: expected text (that is not empty|without control characters), found /);
  }
});

test("a body that another one hides", () => {
  const twice = replaced(CONTRACTS, "body: ten }]", 'body: ten }, { env: { LOOPS: "10", B: "1" }, body: ten more }]');
  assert.deepEqual(targetsFaults(twice), [
    "targets.yaml:25:131: expected an environment that no when before it covers, found one that number 1 of the list" +
      " applies to already; put the narrower one first, or remove it",
  ]);
  const always = replaced(CONTRACTS, '{ LOOPS: "10" }', "{}");
  assert.match(targetsFaults(always)[0] ?? "", /^targets\.yaml:25:94: expected at least one variable, found /);
});

test("a Dockerfile outside the checkout", () => {
  for (const path of ["/etc/passwd", "../Dockerfile", "docker/../../x", ""]) {
    const text = TARGETS.replace("dockerfile: Dockerfile.node", () => `dockerfile: "${path}"`);
    const [fault = "", ...more] = targetsFaults(text);
    assert.deepEqual(more, [], path);
    assert.match(fault, /^targets\.yaml:6:17: expected a path within the checkout, found ".*"; change the value$/);
  }
  assert.deepEqual(targetsFaults(TARGETS.replace("dockerfile: Dockerfile.node", "dockerfile: docker/..x")), []);
});

test("a target that is for nothing", () => {
  assert.deepEqual(targetsFaults(replaced(TARGETS, "only: [idle-memory, image]", "only: []")), [
    'targets.yaml:18:11: expected at least one measure, found an empty list; name what the target is for, or remove "only"',
  ]);
});

test("answers under versions that no target sets, or that one before them covers, are refused", () => {
  const route = (versions: string) =>
    replaced(
      TARGETS,
      "contentType: text/plain, body: ok }",
      `contentType: text/plain, body: ok, versions: [${versions}] }`,
    );
  const set = (text: string) =>
    replaced(text, "command: [/bin/one]", "command: [/bin/one]\n    dependencies: { a: 1.0.0 }");
  assert.deepEqual(targetsFaults(set(route("{ dependencies: { a: 1.0.0 }, contentType: text/html }"))), []);
  const [fault = "", ...more] = targetsFaults(set(route("{ dependencies: { a: 1.0.1 }, contentType: text/html }")));
  assert.match(
    fault,
    /^targets\.yaml:26:\d+: expected versions that a target sets, found a 1\.0\.1; correct them, or add/,
  );
  assert.deepEqual(more, []);
  const twice = "{ dependencies: { a: 1.0.0 }, contentType: text/html }, { dependencies: { a: 1.0.0 } }";
  assert.match(targetsFaults(set(route(twice)))[0] ?? "", /found some that number 1 of the list applies to already/);
  assert.match(targetsFaults(set(route("{ dependencies: { a: ^1.0.0 } }")))[0] ?? "", /expected one exact version/);
});
