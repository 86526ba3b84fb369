import assert from "node:assert/strict";
import { test } from "node:test";
import { loadCases } from "../../scripts/articles/compat-cases.ts";
import { verdictOn } from "../../scripts/compat/verdict.ts";
import type { CompatCase } from "../../scripts/model/compat-case.ts";
import { ROOT } from "../support/bench.ts";
import { GENERAL, MUTANTS, type Mutant } from "./mutants.ts";
import { recordedScript, replayed, type Script } from "./replay.ts";

const CASES = await loadCases(`${ROOT}/compat/cases.yaml`);
const caseOf = (name: string): CompatCase => {
  const found = CASES.find((one) => one.name === name);
  if (!found) throw new Error(`there is no case ${name}`);
  return found;
};

async function verdictAgainstNode(name: string, script: Script) {
  const one = caseOf(name);
  const [oracle, target] = await Promise.all([replayed(one, recordedScript(one)), replayed(one, script)]);
  const { verdict, differs } = verdictOn(oracle, target);
  return { verdict, differs: differs.map(({ what }) => what) };
}

const check = async (name: string, { change, verdict, differs }: Mutant) =>
  assert.deepEqual(await verdictAgainstNode(name, change(recordedScript(caseOf(name)))), { verdict, differs });

test("every case has a mutant, and there are 38 of them", () => {
  assert.deepEqual(
    Object.keys(MUTANTS),
    CASES.map(({ name }) => name),
  );
  assert.equal(CASES.length, 38);
});

test("what Node answered is identical to itself, at another time of another day", async (t) => {
  const dated = /Date: [^\r]{29}/g;
  for (const { name } of CASES)
    await t.test(name, async () => {
      const { parts, closes } = recordedScript(caseOf(name));
      const later = parts.map((part) => part.replaceAll(dated, "Date: Sat, 01 Jan 2050 12:34:56 GMT"));
      assert.deepEqual(await verdictAgainstNode(name, { parts: later, closes }), {
        verdict: "identical",
        differs: [],
      });
    });
});

test("a server that deviates in the point of a case is caught, with the right verdict", {
  concurrency: true,
}, async (t) => {
  for (const [name, mutant] of Object.entries(MUTANTS)) await t.test(name, () => check(name, mutant));
});

test("a server that deviates in any one thing is caught, and Date's value is none", {
  concurrency: true,
}, async (t) => {
  for (const [what, mutant] of Object.entries(GENERAL)) await t.test(what, () => check("get-root", mutant));
});

test("a Date that only one side has is told as that side sent it", async () => {
  const one = caseOf("get-root");
  const mutant = GENERAL["no date"];
  if (!mutant) throw new Error("there is a mutant without a date");
  const dated = await replayed(one, recordedScript(one));
  const undated = await replayed(one, mutant.change(recordedScript(one)));
  const [difference] = verdictOn(undated, dated).differs;
  assert.equal(difference?.oracle, null);
  assert.ok(dated.parts.join("").includes(`Date: ${difference?.target}\r\n`), String(difference?.target));
});
