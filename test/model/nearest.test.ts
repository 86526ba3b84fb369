import assert from "node:assert/strict";
import { test } from "node:test";
import { editDistance, nearest, suggestion } from "../../scripts/model/nearest.ts";

test("edit distance counts inserted, deleted, replaced and swapped letters", () => {
  assert.equal(editDistance("", "abc"), 3);
  assert.equal(editDistance("kitten", "sitting"), 3);
  assert.equal(editDistance("health", "helath"), 1);
  assert.equal(editDistance("same", "same"), 0);
});

test("the nearest name is suggested when it is near, else all names", () => {
  assert.equal(nearest("node22", ["scriptc-0.0.32", "node-22", "node-24"]), "node-22");
  assert.equal(nearest("MB", ["mb"]), "mb");
  assert.equal(nearest("deno", ["node-22"]), null);
  assert.equal(suggestion("deno", ["node-22", "node-24"]), "use one of: node-22, node-24");
  assert.equal(suggestion("deno", []), "none is declared");
});
