import assert from "node:assert/strict";
import { parseArticle } from "../../scripts/articles/article.ts";
import { parseTargets } from "../../scripts/articles/targets.ts";
import { faultText, InputError } from "../../scripts/model/errors.ts";
import type { TargetsFile } from "../../scripts/model/target.ts";

/** The smallest targets file with two targets, one of them for its memory alone. Line numbers matter to the tests. */
export const TARGETS = `targets:
  one:
    about: the first
    runtime: node
    version: "1.0"
    dockerfile: Dockerfile.node
    stage: app
    base: bookworm
    command: [/bin/one]
  two:
    about: the second
    runtime: node
    version: "2.0"
    dockerfile: Dockerfile.node
    stage: app
    base: scratch
    command: [/bin/two]
    only: [idle-memory, image]
apps:
  app:
    about: answers
    port: 3000
    ready: health
    routes:
      health: { path: /health, status: 200, contentType: text/plain, body: ok }
`;

/** A small article without faults. */
export const ARTICLE = `slug: small
title: A small article
protocol: { tool: wrk, seconds: 2, warmup: null, connections: [10], trials: 3 }
unstated: []
subjects:
  a: { target: one, app: app }
  b: { target: one, app: app }
builds:
  c: { target: two, app: app }
groups:
  memory: Memory
  load: Load
variations:
  walk: { what: by page walk, changes: { metric: smaps-rss } }
  many: { what: 500 connections, changes: { connections: 500 } }
claims:
  - id: rss
    group: memory
    says: a needs 5 MB
    provenance: table 1
    relation: { kind: absolute, metric: rss, of: a, value: 5, unit: MB }
    readings: [walk]
  - id: rps
    group: load
    says: a is twice as fast as b
    provenance: table 2
    relation: { kind: ratio, metric: rps, of: a, to: b, value: 2 }
    at: { route: health, connections: 10 }
    arms: [many]
  - id: both
    group: load
    says: everything holds
    provenance: summary
    relation: { kind: all-of, claims: [rss, rps] }
`;

export const smallTargets = (): TargetsFile => parseTargets(TARGETS, "targets.yaml");

/** Text with one passage replaced; the passage must be there once, so that a case cannot pass by changing nothing. */
export function replaced(text: string, from: string, to: string): string {
  assert.equal(text.split(from).length, 2, `"${from}" once in the fixture`);
  return text.replace(from, () => to);
}

/** The faults of an article's text, as lines. */
export function articleFaults(text: string, targets = TARGETS): string[] {
  return faultsOf(() => parseArticle(text, "small.yaml", parseTargets(targets, "targets.yaml")));
}

/** The faults of the text of targets.yaml, as lines. */
export function targetsFaults(text: string): string[] {
  return faultsOf(() => parseTargets(text, "targets.yaml"));
}

export function faultsOf(load: () => unknown): string[] {
  try {
    load();
  } catch (error) {
    assert.ok(error instanceof InputError, String(error));
    return error.faults.map(faultText);
  }
  return [];
}
