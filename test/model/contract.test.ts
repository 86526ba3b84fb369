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

const versioned = appSchema.parse({
  ...{ about: "answers", port: 3000, ready: "root" },
  routes: {
    root: {
      ...{ path: "/", status: 200, contentType: "text/plain", body: "foo", headers: ["X-Foo: bar"] },
      versions: [
        { dependencies: { a: "1.0.0", b: "2.0.0" }, contentType: "text/html" },
        { dependencies: { a: "1.0.0" }, headers: ["x-foo: bar"] },
      ],
    },
  },
});

test("type and headers follow the versions that a target sets", () => {
  const [plain, narrow, wide, other] = [
    contractOf(versioned, "root"),
    contractOf(versioned, "root", {}, { a: "1.0.0", b: "2.0.0" }),
    contractOf(versioned, "root", {}, { a: "1.0.0", b: "2.0.1" }),
    contractOf(versioned, "root", {}, { a: "1.0.1", b: "2.0.0" }),
  ];
  assert.deepEqual([plain.contentType, plain.headers], ["text/plain", ["X-Foo: bar"]]);
  assert.deepEqual([narrow.contentType, narrow.headers], ["text/html", ["X-Foo: bar"]]);
  assert.deepEqual([wide.contentType, wide.headers], ["text/plain", ["x-foo: bar"]]);
  assert.deepEqual([other.contentType, other.headers], ["text/plain", ["X-Foo: bar"]]);
  assert.equal(narrow.body, "foo");
});
