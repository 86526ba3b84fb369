import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { articleJsonSchema, targetsJsonSchema } from "../../scripts/articles/json-schema.ts";
import { ROOT } from "../support/bench.ts";
import { ARTICLE, replaced, TARGETS } from "./small-files.ts";

const SCHEMAS = { article: articleJsonSchema(), targets: targetsJsonSchema() };
const read = (path: string) => readFileSync(`${ROOT}/${path}`, "utf8");
const articles = readdirSync(`${ROOT}/articles`).map((name) => `articles/${name}`);

/** What an editor would mark: the schema's complaints about a file's text. */
function complaints(kind: keyof typeof SCHEMAS, text: string): string[] {
  const check = new Ajv2020({ strictTypes: false }).compile(SCHEMAS[kind]);
  check(parse(text));
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

for (const [name, current] of Object.entries(SCHEMAS)) {
  test(`the JSON Schema of ${name} that is checked in is current (UPDATE_SCHEMAS=1 writes it)`, () => {
    const file = `${ROOT}/schemas/${name}.schema.json`;
    if (process.env.UPDATE_SCHEMAS) writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
    assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), JSON.parse(JSON.stringify(current)));
  });
}

test("an editor finds nothing wrong in the files that are shipped", () => {
  assert.deepEqual(complaints("targets", read("targets.yaml")), []);
  for (const path of articles) assert.deepEqual(complaints("article", read(path)), [], path);
});

test("an editor is led to the schema by the first line of every file that is shipped", () => {
  for (const path of articles)
    assert.match(read(path), /^# yaml-language-server: \$schema=\.\.\/schemas\/article\.schema\.json\n/, path);
  assert.match(read("targets.yaml"), /^# yaml-language-server: \$schema=schemas\/targets\.schema\.json\n/);
});

test("an editor marks a key that is not known, a kind that does not exist and a value out of range", () => {
  assert.deepEqual(complaints("article", ARTICLE), []);
  assert.deepEqual(complaints("targets", TARGETS), []);
  for (const [from, to] of [
    ["provenance: table 1", "source: table 1"],
    ["kind: all-of", "kind: all"],
    ["metric: rps", "metric: requests-per-second"],
    ["seconds: 2", "seconds: -2"],
  ] as const) {
    assert.notDeepEqual(complaints("article", replaced(ARTICLE, from, to)), [], to);
  }
  assert.notDeepEqual(complaints("targets", replaced(TARGETS, "base: scratch", "base: alpine")), []);
});
