import assert from "node:assert/strict";
import { test } from "node:test";
import { type Check, checksText } from "../../scripts/doctor/check.ts";
import { checks } from "../../scripts/doctor/checks.ts";
import type { BaseImage, EngineFindings, Findings } from "../../scripts/doctor/findings.ts";
import type { Abilities, Machine } from "../../scripts/model/machine.ts";
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
const MACHINE: Machine = {
  swapBytes: 0,
  turbo: null,
  ports: [32768, 60999],
  tools: { oha: "1.16.0", wrk: "4.1.0", strace: "6.1" },
  engineFreeBytes: 20e9,
  now: { seconds: 1, busy: 0.02, busyLimit: 0.1, steal: 0, stealLimit: 0.02 },
};
const LIMITS: Abilities["limits"] = { memory: true, swap: true, "CPU quota": true, "CPU set": true, pids: true };
const BASE: BaseImage = {
  name: "debian:x",
  source: "registry",
  present: true,
  trouble: null,
  next: "run docker/up.sh",
};
const ENGINE: EngineFindings = {
  info: { version: "26.1.5", storageDriver: "overlay2", runtime: "runc", operatingSystem: "Debian" },
  abilities: { driver: "systemd", limits: LIMITS, dataRoot: "/var/lib/docker" },
  images: [BASE],
  helperImage: true,
  living: null,
  leftovers: 0,
  seen: { host: HOST, machine: MACHINE },
  lookTrouble: null,
  calibrated: { ageSeconds: 7200, missed: 0, all: 40 },
};
const FOUND: Findings = { engine: ENGINE, buildx: "0.13.1", results: { path: "/r", freeBytes: 20e9 } };

const one = (id: string, found: Findings): Check =>
  checks(found).find((check) => check.id === id) ?? assert.fail(`no check ${id}`);
const engine = (changes: Partial<EngineFindings>): Findings => ({ ...FOUND, engine: { ...ENGINE, ...changes } });
const host = (changes: Partial<Host>) => engine({ seen: { host: { ...HOST, ...changes }, machine: MACHINE } });
const machine = (changes: Partial<Machine>) => engine({ seen: { host: HOST, machine: { ...MACHINE, ...changes } } });
const now = (changes: Partial<Machine["now"]>) => machine({ now: { ...MACHINE.now, ...changes } });
const unable = (...names: (keyof Abilities["limits"])[]) => ({
  abilities: { ...ENGINE.abilities, limits: { ...LIMITS, ...Object.fromEntries(names.map((name) => [name, false])) } },
});
const image = (changes: Partial<BaseImage>) => engine({ images: [BASE, { ...BASE, present: false, ...changes }] });
const tools = (changes: Machine["tools"]) => machine({ tools: { ...MACHINE.tools, ...changes } });

test("a machine that is as it should be passes every check and needs nothing done", () => {
  for (const { id, state, remedy } of checks(FOUND)) assert.deepEqual([id, state, remedy], [id, "ok", null]);
});

const TROUBLE = { what: "no container engine answers at unix:///x", next: "run docker/up.sh" };
const judged: [string, string, Findings, Check["state"], RegExp][] = [
  ["buildx", "no buildx", { ...FOUND, buildx: null }, "failure", /does not run/],
  [
    "results disk",
    "little room for results",
    { ...FOUND, results: { path: "/r", freeBytes: 9e8 } },
    "warning",
    /0\.9 GB free for \/r/,
  ],
  ["results disk", "no way to write results", { ...FOUND, results: TROUBLE }, "failure", /no container/],
  ["base images", "a base still to be pulled", image({}), "ok", /debian:x \(registry, pulled when first needed\)/],
  [
    "base images",
    "a base that cannot be had",
    image({ name: "node:y", trouble: "no registry answers" }),
    "failure",
    /node:y: no registry answers/,
  ],
  ["other runs", "another run that measures", engine({ living: "2026-01-01" }), "warning", /2026-01-01/],
  ["leftovers", "what ended runs left", engine({ leftovers: 3 }), "warning", /3 containers/],
  ["leftovers", "what a living run uses", engine({ leftovers: 3, living: "2026-01-01" }), "ok", /none/],
  [
    "cgroup",
    "all limits",
    engine({}),
    "ok",
    /^version 2, driver systemd, limits memory, swap, CPU quota, CPU set, pids$/,
  ],
  ["cgroup", "no limit of memory", engine(unable("memory")), "failure", /not memory$/],
  ["cgroup", "no limit of swap where there is none", engine(unable("swap")), "ok", /limits memory, CPU quota/],
  ["engine disk", "just enough disk", machine({ engineFreeBytes: 6e9 }), "ok", /6\.0 GB/],
  ["engine disk", "too little disk", machine({ engineFreeBytes: 5.9e9 }), "warning", /5\.9 GB/],
  ["CPUs", "one CPU", host({ cpus: 1, siblings: { "0": "0" } }), "failure", /^1$/],
  ["thread siblings", "threads as a list", host({ siblings: { "0": "0,2", "2": "0,2" } }), "warning", /CPUs 0,2 share/],
  [
    "thread siblings",
    "threads as a range",
    host({ siblings: { "0": "0-1", "1": "0-1" } }),
    "warning",
    /CPUs 0-1 share/,
  ],
  ["governor", "a governor that saves power", host({ governor: "powersave" }), "warning", /powersave/],
  ["governor", "the governor that does not", host({ governor: "performance" }), "ok", /performance/],
  ["turbo", "turbo on", machine({ turbo: true }), "warning", /^on$/],
  ["turbo", "turbo off", machine({ turbo: false }), "ok", /^off$/],
  ["huge pages", "huge pages everywhere", host({ transparentHugePages: "always" }), "warning", /always/],
  ["huge pages", "huge pages nowhere", host({ transparentHugePages: "never" }), "ok", /never/],
  ["swap", "swap", machine({ swapBytes: 2e9 }), "warning", /2\.0 GB/],
  ["ports", "few ports", machine({ ports: [60000, 60999] }), "warning", /60000–60999, 1000 for connections/],
  ["load tools", "no oha", tools({ oha: null }), "warning", /wrk 4\.1\.0, strace 6\.1; not oha/],
  ["load tools", "no wrk", tools({ wrk: null }), "failure", /not wrk/],
  ["quiet now", "busy CPUs", now({ busy: 0.101 }), "warning", /10\.1 % of all CPUs busy over 1 s .*at most 10\.0 %/],
  ["quiet now", "just quiet enough", now({ busy: 0.1 }), "ok", /10\.0 %/],
  ["steal", "a crowded hypervisor", now({ steal: 0.03 }), "warning", /3\.0 % .*at most 2\.0 %/],
];
for (const [id, what, found, state, text] of judged) {
  test(`${id}, ${what}: ${state}`, () => {
    const check = one(id, found);
    assert.equal(check.state, state);
    assert.match(check.found, text);
    assert.equal(check.remedy === null, state === "ok", "whatever is wrong comes with what to do");
  });
}

test("swap that is there and cannot be limited fails", () => {
  const seen = { host: HOST, machine: { ...MACHINE, swapBytes: 1 } };
  assert.equal(one("cgroup", engine({ ...unable("swap"), seen })).state, "failure");
});

test("without an engine what it is about is told, with what helps, and what needs none is still checked", () => {
  const found = checks({ ...FOUND, engine: TROUBLE });
  assert.deepEqual(
    found.map(({ id }) => id),
    ["engine", "buildx", "results disk"],
  );
  assert.deepEqual([found[0]?.state, found[0]?.found, found[0]?.remedy], ["failure", TROUBLE.what, TROUBLE.next]);
});

test("what keeps a helper from looking is a failure with the others beside it; that none is built yet is not", () => {
  const trouble = { what: "container abc has the name rematch-anchor", next: "docker rename" };
  const found = checks(engine({ seen: null, lookTrouble: trouble }));
  assert.deepEqual(
    found.filter(({ state }) => state !== "ok"),
    [{ id: "host", state: "failure", found: trouble.what, remedy: trouble.next }],
  );
  assert.ok(found.length > 6);
  const early = one("host", engine({ seen: null, helperImage: false }));
  assert.deepEqual([early.state, early.remedy], ["unknown", "bench run builds it first"]);
  assert.deepEqual(one("host", engine({ seen: null, living: "r" })).state, "unknown");
});

test("the text has a line a check, and one more for what to do", () => {
  const text = checksText([
    { id: "engine", state: "ok", found: "26.1.5", remedy: null },
    { id: "results disk", state: "warning", found: "1.0 GB free", remedy: "make room" },
  ]);
  assert.deepEqual(text.split("\n"), [
    "ok       engine           26.1.5",
    "warning  results disk     1.0 GB free",
    "                          → make room",
    "",
  ]);
});

test("the instrument's calibration is told with its age, and a missed goal, old age or none at all with what helps", () => {
  const DAY = 86_400;
  const found = (calibrated: EngineFindings["calibrated"]) => one("calibration", engine({ calibrated }));
  const after = (ageSeconds: number, missed = 0) => found({ ageSeconds, missed, all: 40 });
  assert.deepEqual([after(7200).state, after(7200).found], ["ok", "2 h ago, all goals kept"]);
  assert.equal(after(3 * DAY).found, "3 days ago, all goals kept");
  assert.deepEqual(
    [after(600, 3).state, after(600, 3).found],
    ["warning", "less than an hour ago, 3 of 40 goals missed"],
  );
  assert.equal(after(31 * DAY).state, "warning");
  assert.deepEqual([found(null).state, found(null).found], ["unknown", "never, on this machine"]);
  assert.match(found(null).remedy ?? "", /^bench calibrate/);
  assert.equal(found({ what: "it is torn", next: "remove it" }).remedy, "remove it");
});
