import assert from "node:assert/strict";
import { test } from "node:test";
import { KitError } from "../../scripts/model/errors.ts";
import { formatCpus, parseCpus, splitCpus } from "../../scripts/plan/cpus.ts";
import { planOf } from "./shipped.ts";

test("one CPU for the subject, the others for the helpers, none in both and none beyond the host's", () => {
  assert.deepEqual(splitCpus([0, 1]), { subject: "1", helpers: "0" });
  assert.deepEqual(splitCpus([0, 1, 2, 3]), { subject: "3", helpers: "0-2" });
  assert.deepEqual(splitCpus([5, 2, 7]), { subject: "7", helpers: "2,5" });
});

test("the other thread of the subject's core stays idle where another core remains", () => {
  assert.deepEqual(splitCpus([0, 1, 2, 3], { 3: "1,3", 1: "1,3" }), { subject: "3", helpers: "0,2" });
  assert.deepEqual(splitCpus([0, 1, 2, 3], { 3: "2-3" }), { subject: "3", helpers: "0-1" });
  assert.deepEqual(splitCpus([0, 1], { 0: "0-1", 1: "0-1" }), { subject: "1", helpers: "0" });
});

test("a host with one CPU is refused, and told why", () => {
  const refused = (error: unknown): boolean =>
    error instanceof KitError &&
    error.message ===
      "measuring needs 2 CPUs, one for the subject and one for the load generator; there is 1;" +
        " run on a machine (or allow the engine a cpuset) with 2 or more";
  assert.throws(() => planOf({ cpus: [0] }), refused);
  assert.throws(() => planOf({ cpus: [0, 0] }), refused);
  assert.throws(() => planOf({ cpus: [] }), KitError);
});

test("CPU lists are read and written as the kernel does", () => {
  for (const list of ["0", "0-3", "0,2", "1-2,5,7-9", ""]) assert.equal(formatCpus(parseCpus(list)), list);
  assert.deepEqual(parseCpus("0-2,5\n"), [0, 1, 2, 5]);
});
