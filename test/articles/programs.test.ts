import assert from "node:assert/strict";
import { test } from "node:test";
import { ARTICLE, articleFaults, replaced, TARGETS, targetsFaults } from "./small-files.ts";

const PROGRAMS = `${TARGETS}programs:\n  once: { about: prints and ends, prints: "done" }\n`;
const RUN = replaced(
  replaced(ARTICLE, "a: { target: one, app: app }", "a: { target: one, app: once }\n  s: { target: one, app: app }"),
  "relation: { kind: absolute, metric: rss, of: a, value: 5, unit: MB }\n    readings: [walk]",
  "relation: { kind: at-most, metric: run-time, of: a, value: 5, unit: ms }",
).replace("metric: rps, of: a, to: b", "metric: rps, of: s, to: b");

test("a program that ends is an app of an article too, for what is taken of its runs", () => {
  assert.deepEqual(articleFaults(RUN, PROGRAMS), []);
  assert.deepEqual(
    articleFaults(
      replaced(RUN, "metric: run-time, of: a, value: 5, unit: ms", "metric: rss, of: a, value: 5, unit: MB"),
      PROGRAMS,
    ),
    ['small.yaml:18:5: expected a measure of a program that ends, found idle-memory of "a"; use run-time or peak-rss'],
  );
  assert.deepEqual(articleFaults(replaced(RUN, "metric: run-time, of: a", "metric: run-time, of: s"), PROGRAMS), [
    'small.yaml:18:5: expected a measure of a server, found run of "s"; use cold-start or rss',
  ]);
});

test("no load is put on a route that is asked by POST", () => {
  const post = replaced(
    TARGETS,
    "path: /health",
    "method: POST, send: { contentType: text/plain, body: x }, path: /health",
  );
  const [fault = "", ...more] = articleFaults(ARTICLE, post);
  assert.deepEqual(more, []);
  assert.match(
    fault,
    /expected a route that is asked by GET, found "health"; choose another route: load tools send GET alone$/,
  );
});

test("something is sent by POST alone", () => {
  const [fault = ""] = targetsFaults(
    replaced(TARGETS, "path: /health", "send: { contentType: a/b, body: x }, path: /health"),
  );
  assert.match(fault, /expected send beside method: POST alone, found something to send with GET; add method: POST$/);
});

test("a target that has some apps alone is asked for no other", () => {
  const only = replaced(TARGETS, "command: [/bin/one]", "command: [/bin/one]\n    apps: [other]");
  const [unknown = ""] = targetsFaults(only);
  assert.match(unknown, /expected an app of this file, found "other"/);
  const other = `${only}  other:\n    about: x\n    port: 1\n    ready: r\n    routes:\n      r: { path: /, status: 200, contentType: a/b, body: x }\n`;
  const faults = articleFaults(ARTICLE, other);
  assert.ok(faults.length > 0);
  for (const fault of faults)
    assert.match(fault, /expected an app that one has, found "app"; use one of: other; or another target$/);
});
