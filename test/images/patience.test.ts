import assert from "node:assert/strict";
import { test } from "node:test";
import { Patience } from "../../scripts/images/patience.ts";

/** What a build that says these lines at these times (in seconds) is given up for at `now`. */
function lost(lines: [number, string][], now: number, minutes?: number): string | null {
  const patience = new Patience(0, minutes);
  for (const [at, line] of lines) patience.hear(line, at);
  return patience.lost(now);
}

test("a registry that does not answer is given up after 20 s", () => {
  const asked: [number, string] = [0, "#2 [internal] load metadata for registry.example/library/debian:bookworm-slim"];
  assert.equal(lost([asked], 15), null);
  assert.match(lost([asked], 21) ?? "", /^the registry did not answer for debian:bookworm-slim in 20 s$/);
  assert.equal(lost([asked, [3, "#2 DONE 3.0s"]], 100), null);
});

test("a pull that goes on is waited for, one that stands still is not", () => {
  const pull: [number, string][] = [
    [0, "#4 [npm 1/2] FROM registry.example/library/debian:bookworm-slim@sha256:00"],
    [50, "#4 sha256:01 12.58MB / 28.23MB 5.1s"],
  ];
  assert.equal(lost(pull, 100), null);
  assert.match(lost(pull, 111) ?? "", /^pulling .*debian:bookworm-slim stood still for 60 s$/);
});

test("a compiler may be silent for minutes, a package manager that never says a word may not", () => {
  assert.equal(lost([[0, "#9 [build 3/3] RUN scriptc build service.ts"]], 900), null);
  const cargo: [number, string][] = [
    [0, "#9 [build 1/1] RUN cargo install oha"],
    [5, "#9 4.9 Compiling oha v1.16.0"],
  ];
  assert.equal(lost(cargo, 900), null);
  assert.match(
    lost([[0, "#7 [node-package 1/1] RUN npm install x"]], 181) ?? "",
    /^npm install got no answer in 180 s$/,
  );
});

test("nothing but network complaints for 30 s is enough, one that is overcome is not", () => {
  const complaints: [number, string][] = [
    [0, "#6 [npm 2/2] RUN apt-get update"],
    [1, "#6 0.9 Ign:1 http://mirror.example/debian bookworm InRelease"],
    [30, "#6 29.9 Err:1 http://mirror.example/debian bookworm InRelease"],
  ];
  assert.equal(lost(complaints, 30), null);
  assert.match(lost(complaints, 32) ?? "", /^apt-get could not reach the network for 30 s$/);
  assert.equal(lost([...complaints, [31, "#6 30.9 Get:2 http://mirror.example/debian bookworm InRelease"]], 60), null);
});

test("no build goes on for ever", () => {
  assert.equal(lost([], 1799), null);
  assert.match(lost([], 1801) ?? "", /30 minutes/);
  assert.equal(lost([], 1801, 240), null);
  assert.match(lost([], 14_401, 240) ?? "", /240 minutes/);
});
