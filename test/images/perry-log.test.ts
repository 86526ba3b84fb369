import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { execa } from "execa";
import { scratchFolder } from "./scratch.ts";

const AUTO = "/perry/target/perry-auto-68106413b5248bb4/release";
const FOUND = "Found 30 module(s): 30 native, 0 JavaScript";
const BUILT = `  auto-optimize: built ${AUTO}/libperry_runtime.a (18.7 MB)`;
const link = (...archives: string[]) =>
  `[link] invoking: cc -o /build/service /tmp/service.o ${archives.join(" ")} -lm`;

async function check(compiler: "source" | "npm", ...lines: string[]) {
  const log = join(scratchFolder(), "log");
  writeFileSync(log, `${lines.join("\n")}\n`);
  return execa("sh", ["docker/perry/check-log.sh", compiler, log], { reject: false });
}

test("a program that is linked with a runtime built for it passes, and what the log tells is kept", async () => {
  const { exitCode, stdout } = await check(
    "source",
    FOUND,
    BUILT,
    link(`${AUTO}/libperry_stdlib.a`, `${AUTO}/libperry_runtime.a`),
  );
  assert.equal(exitCode, 0);
  assert.deepEqual(JSON.parse(stdout), {
    perry: { archive: `${AUTO}/libperry_runtime.a`, nativeModules: 30, fallbackModules: 0 },
  });
});

test("a quiet fall back to prebuilt archives is refused, though the log says that something was built", async () => {
  const fallen =
    "  auto-optimize: cargo build failed (exit status: 101), using prebuilt libraries. They may lack entry points";
  const { exitCode, stderr } = await check(
    "source",
    FOUND,
    BUILT,
    fallen,
    link("/perry/target/release/libperry_runtime.a"),
  );
  assert.equal(exitCode, 1);
  assert.equal(
    stderr,
    "error: linked with the prebuilt /perry/target/release/libperry_runtime.a, not with one built for the program: " +
      "cargo build failed (exit status: 101), using prebuilt libraries. They may lack entry points",
  );
});

test("one prebuilt archive beside one that was built is refused too", async () => {
  const { exitCode, stderr } = await check(
    "source",
    link(`${AUTO}/libperry_runtime.a`, "/perry/target/release/libperry_stdlib.a"),
  );
  assert.equal(exitCode, 1);
  assert.match(stderr, /^error: linked with the prebuilt \/perry\/target\/release\/libperry_stdlib\.a,/);
});

test("a log without the linker's command, or without a runtime in it, proves nothing", async () => {
  const silent = await check("source", FOUND, BUILT);
  assert.equal(silent.stderr, "error: the log names no linker command: was perry called with -v?");
  const without = await check("source", FOUND, link("/tmp/other.a"));
  assert.equal(without.stderr, "error: linked without a libperry_runtime.a that was built for the program");
  for (const { exitCode, stdout } of [silent, without]) assert.deepEqual([exitCode, stdout], [1, ""]);
});

test("of the release on npm, which brings its archives, only the modules are read", async () => {
  const { exitCode, stdout } = await check("npm", "Found 1 module(s): 1 native, 0 JavaScript");
  assert.equal(exitCode, 0);
  assert.deepEqual(JSON.parse(stdout), { perry: { archive: "", nativeModules: 1, fallbackModules: 0 } });
  assert.deepEqual(JSON.parse((await check("npm", "done")).stdout).perry.nativeModules, null);
});
