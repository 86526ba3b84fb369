import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readBuildLog } from "../../scripts/images/build-log.ts";

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}.log`, import.meta.url), "utf8");

test("a log of a good build has no error and names its stages", () => {
  const { steps, error } = readBuildLog(fixture("built"));
  assert.equal(error, null);
  assert.ok(steps.every((step) => step.error === null));
  const stages = new Set(steps.map(({ stage }) => stage));
  for (const stage of ["toolchain", "build", "app", "npm", "internal"]) assert.ok(stages.has(stage), stage);
});

test("output belongs to its step, also where steps take turns", () => {
  const { steps } = readBuildLog(
    "#1 [a 1/1] RUN x\n#2 [linux/arm64 b 1/1] RUN y\n#1 0.1 one\n#2 0.2 two\n#1 0.3 \n#1 0.4 three",
  );
  assert.deepEqual(
    steps.map(({ stage, output }) => [stage, output]),
    [
      ["a", ["one", "", "three"]],
      ["b", ["two"]],
    ],
  );
});

test("the failing step carries BuildKit's error, and the excerpt repeated at the end is not its output", () => {
  const { steps, error } = readBuildLog(fixture("compile-rejected"));
  const failed = steps.filter((step) => step.error !== null);
  assert.equal(failed.length, 1);
  assert.equal(failed[0]?.stage, "build");
  assert.equal(failed[0]?.output.filter((line) => line.includes("44:10")).length, 1);
  assert.match(error ?? "", /exit code: 1$/);
});
