import assert from "node:assert/strict";
import { test } from "node:test";
import { converse } from "../../scripts/compat/conversation.ts";
import { comparedTarget, targetWithoutProgram, unexpectedOf } from "../../scripts/compat/result.ts";
import { compatCaseSchema } from "../../scripts/model/compat-case.ts";
import type { SubjectInfo } from "../../scripts/model/run.ts";
import { type Said, scriptedLine } from "./scripted-line.ts";

const CASES = ["one", "two", "three"].map((name) =>
  compatCaseSchema.parse({
    ...{
      name,
      why: "it is a test",
      section: "none",
      answers: ["GET"],
      steps: [{ send: ["a"], until: 1 }],
      ends: "open",
    },
  }),
);
const [ONE] = CASES;
const OK = "HTTP/1.1 204 No Content\r\n\r\n";
const asked = async (...said: Said[]) => {
  if (!ONE) throw new Error("there are cases");
  return converse(scriptedLine(...said), ONE);
};
const info = (changes: Partial<SubjectInfo>): SubjectInfo => ({
  ...{
    id: "t/variant",
    target: "t",
    app: "variant",
    status: "built",
    image: "i",
    digest: "d",
    build: null,
    failure: null,
  },
  ...{ base: { name: "b", source: "local" } },
  ...changes,
});

test("a case that a variant leaves out is not compiled, one without a server has no answer, and all are counted", async () => {
  const said = await asked(OK);
  const told = new Map(CASES.map(({ name }) => [name, said]));
  const played = new Map([
    ["one", { conversation: said }],
    ["two", { conversation: said }],
    ["three", { why: "the server did not start: ended" }],
  ]);
  const setting = { seconds: 1, fileOf: (name: string) => `raw/${name}`, lacks: { two: "SC1: no" }, oracleApp: "app" };
  const { counts, cases, deviations } = comparedTarget(info({}), "a target", CASES, told, played, setting);
  assert.deepEqual(
    cases.map(({ verdict, why }) => [verdict, why]),
    [
      ["identical", null],
      ["not-compiled", "SC1: no"],
      ["no-answer", "the server did not start: ended"],
    ],
  );
  assert.deepEqual(counts, { identical: 1, sameAnswer: 0, different: 0, noAnswer: 1, notCompiled: 1 });
  assert.deepEqual(deviations, ["its program is variant, the oracle's app"]);
  assert.deepEqual(cases[0]?.side, { bytes: OK.length, end: "open", file: "raw/one" });
});

test("of a rejected program every case is not compiled; of one that could not be had nothing is said", () => {
  const rejected = targetWithoutProgram(info({ status: "build-failed", image: null }), "", CASES, "SC1090");
  assert.deepEqual([rejected.status, rejected.counts.notCompiled, rejected.cases.length], ["not-compiled", 3, 3]);
  const absent = targetWithoutProgram(info({ status: "unavailable", image: null }), "", CASES, "no registry");
  assert.deepEqual([absent.status, absent.counts.notCompiled, absent.cases.length], ["unavailable", 0, 0]);
});

test("an oracle that does otherwise than the case says is told", async () => {
  if (!ONE) throw new Error("there are cases");
  assert.equal(unexpectedOf(ONE, await asked(OK)), null);
  assert.equal(unexpectedOf(ONE, await asked(OK, "END")), "the connection was closed");
  assert.equal(unexpectedOf({ ...ONE, ends: "closed" }, await asked(OK)), "the connection was left open");
  assert.equal(unexpectedOf(ONE, await asked("SILENCE")), "0 of 1 answers; a step waited in vain");
});
