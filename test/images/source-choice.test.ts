import assert from "node:assert/strict";
import { test } from "node:test";
import { buildArguments } from "../../scripts/images/buildx.ts";
import { sourceChoice } from "../../scripts/images/source-choice.ts";
import { scratchFolder } from "./scratch.ts";

test("a folder is a local clone, anything else an address, and without a choice the Dockerfile's own source stays", () => {
  const folder = scratchFolder();
  assert.deepEqual(sourceChoice("perry", { REMATCH_PERRY_SOURCE: folder }), {
    args: {},
    contexts: { checkout: folder },
  });
  const mirror = "https://mirror.example/perry.git";
  assert.deepEqual(sourceChoice("perry", { REMATCH_PERRY_SOURCE: mirror }), { args: { SOURCE: mirror }, contexts: {} });
  assert.deepEqual(sourceChoice("perry", { REMATCH_NODE_SOURCE: "npm" }), { args: {}, contexts: {} });
});

test("a local clone stands for its stage of the Dockerfile", () => {
  const build = {
    context: "/kit",
    dockerfile: "/kit/Dockerfile",
    to: { image: "x" },
    contexts: { checkout: "/clone" },
  };
  const words = buildArguments(build);
  assert.equal(words[words.indexOf("--build-context") + 1], "checkout=/clone");
  assert.equal(words.at(-1), "/kit");
});
