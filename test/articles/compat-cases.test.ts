import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { casesJsonSchema, loadCases, parseCases } from "../../scripts/articles/compat-cases.ts";
import { loadTargets } from "../../scripts/articles/targets.ts";
import { bytesOf } from "../../scripts/model/compat-case.ts";
import { faultText, InputError } from "../../scripts/model/errors.ts";
import { ROOT } from "../support/bench.ts";
import { replaced } from "./small-files.ts";

const SMALL = `cases:
  - name: slow-body
    why: a body may come late
    section: RFC 9112, 6
    answers: [POST]
    steps:
      - send: ["POST / HTTP/1.1\\r\\n", "Content-Length: 1\\r\\n\\r\\n"]
      - pause: 50
        send: [{ repeat: "\\xff", times: 1 }]
        until: 1
    ends: open
`;

function faults(text: string, taken?: Map<string, string>): string[] {
  try {
    parseCases(text, "own.yaml", taken);
  } catch (error) {
    assert.ok(error instanceof InputError, String(error));
    return error.faults.map(faultText);
  }
  return [];
}

test("a case's bytes are its pieces in order, one byte a character", () => {
  const [one] = parseCases(SMALL, "own.yaml");
  assert.deepEqual(one?.steps.map(bytesOf), [
    Buffer.from("POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n"),
    Buffer.from([0xff]),
  ]);
});

test("faults of a file of cases are told with their place", () => {
  assert.deepEqual(faults(replaced(SMALL, "ends: open", "ends: shut")), [
    'own.yaml:11:11: expected one of open, closed, found "shut"; use one of: open, closed',
  ]);
  assert.deepEqual(faults(replaced(SMALL, "until: 1", "until: 2")), [
    'own.yaml:10:16: expected at most 1, the number of methods in "answers", found 2; correct one of the two',
  ]);
  assert.deepEqual(faults(replaced(SMALL, "    why: a body may come late\n", "")), [
    'own.yaml:2:5: expected the key "why" with text, found nothing; add it',
  ]);
  assert.match(
    faults(replaced(SMALL, "pause: 50", "pauze: 50"))[0] ?? "",
    /^own\.yaml:8:9: expected one of the keys .*"pause"\?$/,
  );
  assert.match(faults(replaced(SMALL, '"POST / HTTP', '"PÖST → HTTP'))[0] ?? "", /^own\.yaml:7:16: .*one byte/);
  assert.match(faults(`${SMALL}  - name: slow-body\n`)[0] ?? "", /^own\.yaml:12:/);
});

test("a name that another file or case has already is refused", () => {
  assert.deepEqual(faults(SMALL, new Map([["slow-body", "compat/cases.yaml"]])), [
    'own.yaml:2:11: expected a name of its own, found "slow-body", which is in compat/cases.yaml already; rename it',
  ]);
  const twice = SMALL + SMALL.replace("cases:\n", "");
  assert.deepEqual(faults(twice), [
    'own.yaml:12:11: expected a name of its own, found "slow-body", which is in own.yaml already; rename it',
  ]);
});

test("the JSON Schema of cases that is checked in is current (UPDATE_SCHEMAS=1 writes it), and fits what is shipped", async () => {
  const file = `${ROOT}/schemas/cases.schema.json`;
  const current = casesJsonSchema();
  if (process.env.UPDATE_SCHEMAS) writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), JSON.parse(JSON.stringify(current)));
  const text = readFileSync(`${ROOT}/compat/cases.yaml`, "utf8");
  const check = new Ajv2020({ strictTypes: false }).compile(current);
  assert.ok(check(parse(text)), JSON.stringify(check.errors));
  assert.ok(!check({ cases: [{ ...parse(SMALL).cases[0], ends: "shut" }] }));
  assert.match(text, /^# yaml-language-server: \$schema=\.\.\/schemas\/cases\.schema\.json\n/);
  assert.equal((await loadCases(`${ROOT}/compat/cases.yaml`)).length, 38);
});

test("what a variant leaves out is a case that there is", async () => {
  const names = (await loadCases(`${ROOT}/compat/cases.yaml`)).map(({ name }) => name);
  const { apps } = await loadTargets(`${ROOT}/targets.yaml`);
  const left = Object.values(apps).flatMap(({ lacks = {} }) => Object.keys(lacks));
  assert.equal(left.length, 9);
  for (const name of left) assert.ok(names.includes(name), name);
});
