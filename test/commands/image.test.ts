import assert from "node:assert/strict";
import { test } from "node:test";
import { bench } from "../support/bench.ts";

// Nothing here may need an engine, so none can be reached.
const env = { DOCKER_HOST: "unix:///nonexistent/docker.sock" };

test("wrong names, sizes and options are exit code 2 before an engine is asked for", async () => {
  for (const [args, told] of [
    [["scriptc-0.0.32/servise"], /did you mean "service"/],
    [["node-22/service", "Not An Image"], /found "Not An Image"/],
    [["debian", "--budget", "25"], /--budget: expected .*MiB/],
    [["debian", "--budget", "25MB", "--budget-of", "all"], /budget-of/],
    [["debian", "--platform", "foo"], /--platform.*Expected OS\/ARCH/],
    [["debian", "--base", "?"], /found "\?"/],
    [["debian", "--matrix"], /--matrix: expected subjects alone, found debian/],
  ] as const) {
    const { exitCode, stderr, stdout } = await bench(["image", ...args], env);
    assert.equal(exitCode, 2, args.join(" "));
    assert.match(stderr, told);
    assert.equal(stdout, "");
  }
});

test("without an engine it is exit code 3", async () => {
  const { exitCode, stderr } = await bench(["image", "debian"], env);
  assert.equal(exitCode, 3);
  assert.match(stderr, /docker\.sock/);
});
