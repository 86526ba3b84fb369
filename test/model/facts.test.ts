import assert from "node:assert/strict";
import { test } from "node:test";
import { factsOf } from "../../scripts/model/facts.ts";

test("exported facts keep their names, nested ones joined by dots, lists by commas", () => {
  const exported = {
    binary: { bytes: 571, interpreter: "/lib64/ld.so", libraries: ["libm.so.6", "libc.so.6"], stripped: false },
    emitted: { cFmod: 3 },
    none: null,
  };
  assert.deepEqual(factsOf({ status: "built", failure: null }, exported), {
    compiles: true,
    "binary.bytes": 571,
    "binary.interpreter": "/lib64/ld.so",
    "binary.libraries": "libm.so.6, libc.so.6",
    "binary.stripped": false,
    "binary.dynamic": true,
    "emitted.cFmod": 3,
    "emitted.usesFmod": true,
  });
});

test("a static binary asks for no loader, and emitted C without fmod uses none", () => {
  const facts = factsOf({ status: "built", failure: null }, { binary: { interpreter: "" }, emitted: { cFmod: 0 } });
  assert.equal(facts["binary.dynamic"], false);
  assert.equal(facts["emitted.usesFmod"], false);
});

test("a failed build tells the compiler's codes, once each and sorted; an unavailable one tells nothing", () => {
  const lines = ["service.ts:9: error SC2020: new URL", "error SC1090", "again SC2020"];
  const failure = { tool: "scriptc", exitCode: 1, lines, log: "logs/build.txt" };
  assert.deepEqual(factsOf({ status: "build-failed", failure }, null), {
    compiles: false,
    "failure.codes": "SC1090, SC2020",
  });
  assert.deepEqual(factsOf({ status: "unavailable", failure: null }, null), {});
});
