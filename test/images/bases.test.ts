import assert from "node:assert/strict";
import { test } from "node:test";
import { baseOf, builderOf, resolveBases } from "../../scripts/images/bases.ts";
import { pins, readVersions } from "../../scripts/images/versions.ts";

const versions = readVersions(
  "# pins\nBASE_SUITE=bookworm\nBASE_IMAGE=debian:bookworm-slim\nLOCAL_BASE=localhost/rematch/base\n",
);

test("without a word from the user the official images are the bases", () => {
  for (const env of [
    {},
    { REMATCH_BASE_BOOKWORM: "", REMATCH_NODE_SOURCE: "" },
    { REMATCH_BASE_BOOKWORM: "debian:bookworm-slim" },
  ])
    assert.deepEqual(resolveBases(env, versions), {
      bookworm: { name: "debian:bookworm-slim", source: "registry" },
      trixie: { name: "debian:trixie-slim", source: "registry" },
      nodeSource: "registry",
    });
});

test("a local build and the user's own image are told apart, and hold for Node too", () => {
  const local = resolveBases({ REMATCH_BASE_BOOKWORM: "localhost/rematch/base/bookworm" }, versions);
  assert.deepEqual(local.bookworm, { name: "localhost/rematch/base/bookworm", source: "local" });
  assert.equal(local.nodeSource, "npm");
  const own = resolveBases({ REMATCH_BASE_BOOKWORM: "mine:1", REMATCH_NODE_SOURCE: "registry" }, versions);
  assert.deepEqual(own.bookworm, { name: "mine:1", source: "user" });
  assert.equal(own.nodeSource, "npm");
});

test("a target from scratch stands on nothing and is built on bookworm", () => {
  const bases = resolveBases({}, versions);
  assert.deepEqual(baseOf(bases, { base: "scratch" }), { name: "scratch", source: "scratch" });
  assert.equal(builderOf(bases, { base: "scratch" }).name, "debian:bookworm-slim");
  assert.equal(baseOf(bases, { base: "trixie" }).name, "debian:trixie-slim");
});

test("the pins of the checkout name what is used", () => {
  for (const name of ["BASE_SUITE", "BASE_IMAGE", "LOCAL_BASE", "OHA"]) assert.ok(pins()[name], name);
});
