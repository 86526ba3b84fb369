import assert from "node:assert/strict";
import { test } from "node:test";
import { InputError } from "../../scripts/model/errors.ts";
import { resultsFolder, sayIfLost } from "../../scripts/records/results-folder.ts";

test("runs go into results/ of the checkout, or where REMATCH_RESULTS says", () => {
  assert.equal(resultsFolder("/kit", {}), "/kit/results");
  assert.equal(resultsFolder("/kit", { REMATCH_RESULTS: "" }), "/kit/results");
  assert.equal(resultsFolder("/kit", { REMATCH_RESULTS: "/data" }), "/data");
});

test("in a container results outside the folder that stays are refused before anything is measured", () => {
  for (const results of ["/kit", "/kit/results", "/kit/..a/b"]) sayIfLost(results, { REMATCH_KEPT: "/kit" });
  sayIfLost("/data", {});
  for (const results of ["/data", "/kit-else", "/kit/../data"])
    assert.throws(
      () => sayIfLost(resultsFolder("/kit", { REMATCH_RESULTS: results }), { REMATCH_KEPT: "/kit" }),
      (error) => {
        assert.ok(error instanceof InputError);
        assert.match(error.message, /^REMATCH_RESULTS: expected a folder below \/kit, .*, found \/\S+; name one, or /);
        return true;
      },
    );
});
