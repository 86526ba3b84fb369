import assert from "node:assert/strict";
import { test } from "node:test";
import { appSchema, contractOf } from "../../scripts/model/target.ts";

const app = appSchema.parse({
  about: "answers",
  port: 3000,
  ready: "sum",
  routes: {
    sum: {
      path: "/sum",
      status: 200,
      contentType: "text/plain",
      body: "1",
      when: [{ env: { TURNS: "2" }, body: "3" }],
    },
  },
});

test("the body follows the arm's environment, where the contract names it", () => {
  assert.equal(contractOf(app, "sum").body, "1");
  assert.equal(contractOf(app, "sum", { TURNS: "2", OTHER: "x" }).body, "3");
  assert.equal(contractOf(app, "sum", { TURNS: "3" }).body, "1");
  assert.equal(contractOf(app, "sum").method, "GET");
  assert.throws(() => contractOf(app, "none"), /route none is not among the app's: sum/);
});
