import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readBuildFailure, reasonText } from "../../scripts/images/build-failure.ts";
import { factsOf } from "../../scripts/model/facts.ts";

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}.log`, import.meta.url), "utf8");
const read = (name: string) => readBuildFailure(fixture(name), "scriptc");

test("a program the compiler rejects is build-failed, with the compiler's own words", () => {
  const failure = read("compile-rejected");
  assert.equal(failure.status, "build-failed");
  assert.equal(failure.tool, "scriptc");
  assert.equal(failure.exitCode, 1);
  const places = failure.lines.map((line) => line.match(/service\.ts:\d+:\d+ - error SC\d+/)?.[0]);
  assert.deepEqual(places, [
    "service.ts:8:15 - error SC2020",
    "service.ts:12:12 - error SC1090",
    "service.ts:17:12 - error SC1090",
    "service.ts:35:12 - error SC1090",
    "service.ts:40:12 - error SC1090",
    "service.ts:44:10 - error SC1090",
  ]);
  assert.deepEqual(factsOf({ status: failure.status, failure: { ...failure, log: "" } }, null), {
    compiles: false,
    "failure.codes": "SC1090, SC2020",
  });
});

const unavailable: [string, string, number | null, RegExp][] = [
  [
    "base-missing",
    "registry",
    null,
    /^the image localhost\/rematch\/base\/none:latest cannot be had: no registry answers$/,
  ],
  ["registry-unreachable", "registry", null, /^the image node:24\.21\.0-bookworm-slim cannot be had: .* resolved$/],
  ["dockerfile-missing", "docker", null, /^Dockerfile\.perry is missing$/],
  ["stage-missing", "docker", null, /^the Dockerfile has no stage "slim"$/],
  ["app-missing", "docker", null, /^apps\/nosuch is missing in the checkout$/],
  ["package-version-missing", "npm", 1, /^npm finds no such package: .*ETARGET/],
  ["npm-offline", "npm", 1, /^npm cannot reach its packages: .*EAI_AGAIN/],
  ["apt-offline", "apt-get", 100, /^apt-get cannot reach its packages: .*Temporary failure resolving/],
  ["killed", "scriptc", 137, /^scriptc was killed \(exit code 137\)/],
];
for (const [name, tool, exitCode, reason] of unavailable) {
  test(`${name} is unavailable: nothing was compiled, so nothing is said of the program`, () => {
    const failure = read(name);
    assert.equal(failure.status, "unavailable");
    assert.equal(failure.tool, tool);
    assert.equal(failure.exitCode, exitCode);
    assert.match(failure.lines[0] ?? "", reason);
    assert.ok(failure.lines.length <= 13);
  });
}

/** The log of one failing command in a stage. */
const failing = (stage: string, command: string, exitCode: number, output: string[]) =>
  [
    `#5 [${stage} 2/2] RUN ${command}`,
    ...output.map((line, at) => `#5 ${at}.000 ${line}`),
    `#5 ERROR: process "/bin/sh -c ${command}" did not complete successfully: exit code: ${exitCode}`,
    `ERROR: failed to solve: process "/bin/sh -c ${command}" did not complete successfully: exit code: ${exitCode}`,
  ].join("\n");

test("a diagnostic that quotes a network error is still a compile result", () => {
  const said = ["app.ts:3:1 - error TS2304: Cannot find name 'ECONNREFUSED'."];
  assert.equal(readBuildFailure(failing("build", "tsc", 2, said), "tsc").status, "build-failed");
});

test("the same failure outside the compile stage is no compile result", () => {
  const said = ["app.ts:3:1 - error TS2304: Cannot find name 'x'."];
  assert.equal(readBuildFailure(failing("compiler", "tsc", 2, said), "tsc").status, "unavailable");
});

test("a link failure without place or code is a compile result with the linker's words", () => {
  const said = ["linking", "ld: undefined reference to `js_stdlib_init'", "clang: error: linker command failed"];
  const { status, lines } = readBuildFailure(failing("build", "perry compile", 1, said), "perry");
  assert.equal(status, "build-failed");
  assert.deepEqual(lines, said.slice(1));
});

test("a compiler and a runtime of different builds are a result, with both", () => {
  const said = [
    "Error: runtime library does not match this Perry compiler:",
    "  library build: v0.5.1520 (commit 381045a8735f)",
    "  Perry build: v0.5.1520 (source 85ccd72f8e53)",
  ];
  const { status, tool, lines } = readBuildFailure(failing("build", "perry compile", 1, said), "perry");
  assert.deepEqual([status, tool], ["build-failed", "perry"]);
  assert.deepEqual(
    lines,
    said.map((line) => line.trim()),
  );
});

test("a source that cannot be reached, or is another commit, leaves a target unavailable in plain words", () => {
  const reason = (...said: string[]) => {
    const log = failing("source", 'sh /fetch-source.sh "$SOURCE" "$TAG" "$COMMIT" /perry /checkout', 1, said);
    const { status, lines } = readBuildFailure(log, "perry");
    assert.equal(status, "unavailable");
    return reasonText(lines);
  };
  const fatal =
    "error: fatal: unable to access 'https://github.com/PerryTS/perry.git/': Could not resolve host: github.com";
  assert.equal(reason(fatal), `git cannot reach the source: ${fatal}`);
  const silent = "error: https://github.com/PerryTS/perry.git: connection timed out, no answer in 20 s";
  assert.equal(reason(silent), `git cannot reach the source: ${silent}`);
  const moved = "error: v0.5.1520 of https://github.com/PerryTS/perry.git is commit 0123, expected 3810";
  assert.equal(reason(moved), `the stage source failed: git, exit code 1: ${moved}`);
});

test("a full disk, a foreign architecture and a compiler that is not there are no compile results", () => {
  for (const [exitCode, said] of [
    [1, "a.c:1:1: error: cannot write: No space left on device"],
    [1, "/bin/sh: 1: node: Exec format error"],
    [127, "/bin/sh: 1: scriptc: not found"],
  ] as const)
    assert.equal(
      readBuildFailure(failing("build", "scriptc build", exitCode, [said]), "scriptc").status,
      "unavailable",
    );
});

test("of many diagnostics at most 12 are kept, in their order, and every code is among them", () => {
  const said = Array.from({ length: 40 }, (_, at) => `a.ts:${at + 1}:1 - error SC${at === 39 ? 2020 : 1090}: no`);
  const { lines } = readBuildFailure(failing("build", "scriptc build", 1, said), "scriptc");
  assert.equal(lines.length, 12);
  assert.match(lines.at(-1) ?? "", /SC2020/);
  assert.match(lines[0] ?? "", /a\.ts:1:1/);
});

test("what a complaint only announces is told with it: the lines below it, but not the source that a place quotes", () => {
  const lines = (said: string[]) => readBuildFailure(failing("build", "perry compile", 1, said), "perry").lines;
  assert.deepEqual(
    lines(["Compiling", "error: linking failed:", "", "  clang: cannot open libm.a", "Done.", "  in 3 s"]),
    ["error: linking failed:", "clang: cannot open libm.a"],
  );
  assert.deepEqual(
    lines([
      "thread 'main' panicked at src/lower.rs:10:5:",
      "not implemented: closures",
      "note: run with RUST_BACKTRACE=1",
    ]),
    ["thread 'main' panicked at src/lower.rs:10:5:", "not implemented: closures"],
  );
  assert.deepEqual(lines(["error[E0432]: unresolved import `x`", "  --> src/main.rs:1:5", "   |", "1  | use x;"]), [
    "error[E0432]: unresolved import `x`",
    "--> src/main.rs:1:5",
  ]);
  assert.deepEqual(lines(["a.ts:1:2 - error SC1090: no", "", "  1 | return 1;", "    |        ^"]), [
    "a.ts:1:2 - error SC1090: no",
  ]);
});

test("on one line a failure still has the tool's own words, once", () => {
  const said = ["E: Version '1' for 'clang' was not found"];
  assert.equal(
    reasonText(readBuildFailure(failing("toolchain", "apt-get install clang=1", 100, said), "scriptc").lines),
    "the stage toolchain failed: apt-get, exit code 100: E: Version '1' for 'clang' was not found",
  );
  assert.match(reasonText(read("package-version-missing").lines), /^npm finds no such package: npm ERR! code ETARGET$/);
  assert.equal(reasonText(["error: linking failed:", "clang: no libm.a"]), "error: linking failed: clang: no libm.a");
  assert.equal(reasonText([]), "no reason");
});

test("a Dockerfile that cannot be read is shown at the line that is wrong", () => {
  const { status, tool, lines } = read("dockerfile-wrong");
  assert.deepEqual([status, tool], ["unavailable", "docker"]);
  assert.deepEqual(lines, [
    "the engine could not build: dockerfile parse error on line 3: unknown instruction: RUNN (did you mean RUN?)",
    "Dockerfile.perry:3: RUNN perry compile",
  ]);
});

test("colours do not hide a diagnostic", () => {
  const said = ["\u001b[1ma.ts:1:2\u001b[0m - \u001b[31merror\u001b[0m SC1090: no"];
  assert.deepEqual(readBuildFailure(failing("build", "x", 1, said), "x").lines, ["a.ts:1:2 - error SC1090: no"]);
});

test("a log that says nothing still gives a reason", () => {
  const { status, lines } = readBuildFailure("", "scriptc");
  assert.equal(status, "unavailable");
  assert.match(lines[0] ?? "", /without a word/);
});
