import assert from "node:assert/strict";
import { test } from "node:test";
import { type Check, checks, checksText, type Findings } from "../../scripts/doctor/checks.ts";
import type { Host } from "../../scripts/model/run.ts";

const HOST: Host = {
  kernel: "6.1.0",
  architecture: "amd64",
  cpuModel: "Example CPU",
  cpus: 2,
  memoryBytes: 8e9,
  cgroupVersion: "2",
  transparentHugePages: "madvise",
  governor: null,
  siblings: { "0": "0", "1": "1" },
  bootId: "b",
};
const FOUND: Findings = {
  engine: { version: "26.1.5", storageDriver: "overlay2", runtime: "runc", operatingSystem: "Debian" },
  engineTrouble: null,
  buildx: "0.13.1",
  host: HOST,
  base: { name: "debian:bookworm-slim", source: "registry", present: true },
  helperImage: true,
  living: null,
  leftovers: 0,
  freeBytes: 20e9,
};
const TROUBLE = { what: "no container engine answers at unix:///x: there is no such socket", next: "run docker/up.sh" };
const check = (id: string, changes: Partial<Findings>): Check =>
  checks({ ...FOUND, ...changes }).find((one) => one.id === id) ?? assert.fail(`no check ${id}`);
const host = (changes: Partial<Host>) => ({ host: { ...HOST, ...changes } });

test("a machine that is as it should be passes every check and needs nothing done", () => {
  for (const { state, remedy } of checks(FOUND)) assert.deepEqual([state, remedy], ["ok", null]);
});

const judged: [string, string, Partial<Findings>, Check["state"]][] = [
  ["engine", "no engine", { engine: null, engineTrouble: TROUBLE }, "failure"],
  ["buildx", "no buildx", { buildx: null }, "failure"],
  ["base image", "no local base image", { base: { name: "localhost/x", source: "local", present: false } }, "failure"],
  ["base image", "a base still to be pulled", { base: { name: "debian:x", source: "registry", present: false } }, "ok"],
  ["other runs", "another run that measures", { living: "2026-01-01" }, "warning"],
  ["leftovers", "what ended runs left", { leftovers: 3 }, "warning"],
  ["leftovers", "what a living run uses", { leftovers: 3, living: "2026-01-01" }, "ok"],
  ["disk", "just enough disk", { freeBytes: 6e9 }, "ok"],
  ["disk", "too little disk", { freeBytes: 5.9e9 }, "warning"],
  ["CPUs", "one CPU", host({ cpus: 1, siblings: { "0": "0" } }), "failure"],
  ["thread siblings", "threads of one core as a list", host({ siblings: { "0": "0,2", "2": "0,2" } }), "warning"],
  ["thread siblings", "threads of one core as a range", host({ siblings: { "0": "0-1", "1": "0-1" } }), "warning"],
  ["governor", "a governor that saves power", host({ governor: "powersave" }), "warning"],
  ["governor", "the governor that does not", host({ governor: "performance" }), "ok"],
  ["huge pages", "huge pages everywhere", host({ transparentHugePages: "always" }), "warning"],
  ["huge pages", "huge pages nowhere", host({ transparentHugePages: "never" }), "ok"],
];
for (const [id, what, changes, state] of judged) {
  test(`${what}: ${state}`, () => {
    const found = check(id, changes);
    assert.equal(found.state, state);
    assert.equal(found.remedy === null, state === "ok", "whatever is wrong comes with what to do");
  });
}

test("why the engine was not reached is told, with the command that helps", () => {
  const { found, remedy } = check("engine", { engine: null, engineTrouble: TROUBLE });
  assert.deepEqual([found, remedy], [TROUBLE.what, TROUBLE.next]);
});

test("before its helper is built, the host is unknown and not bad", () => {
  assert.deepEqual(check("host", { host: null, helperImage: false }), {
    id: "host",
    state: "unknown",
    found: "the helper that reads it is not built yet",
    remedy: "bench run builds it first",
  });
  assert.equal(check("host", { host: null }).remedy, null);
});

test("the text has a line a check, and one more for what to do", () => {
  const text = checksText([
    { id: "engine", state: "ok", found: "26.1.5", remedy: null },
    { id: "disk", state: "warning", found: "1.0 GB free", remedy: "make room" },
  ]);
  assert.deepEqual(text.split("\n"), [
    "ok       engine           26.1.5",
    "warning  disk             1.0 GB free",
    "                          → make room",
    "",
  ]);
});
