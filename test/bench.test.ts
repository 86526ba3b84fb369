import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { execa } from "execa";
import { smallRun } from "./report/report-builder.ts";
import { bench, ROOT } from "./support/bench.ts";

// Nothing here may need an engine, so none can be reached.
const env = { DOCKER_HOST: "unix:///nonexistent/docker.sock" };
let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "rematch-cli-"));
});
after(() => rm(folder, { recursive: true, force: true }));

test("plan prints every cell and runs nothing", async () => {
  const { exitCode, stdout } = await bench(["plan", "scriptc-vs-node"], env);
  assert.equal(exitCode, 0);
  assert.match(stdout, /load\/health@500\/oha/);
  assert.match(stdout, /Deviations from the article:/);
});

test("plan --json is JSON alone", async () => {
  const { stdout } = await bench(["plan", "--json"], env);
  const plan = JSON.parse(stdout);
  assert.equal(plan.schema, 1);
  assert.ok(plan.cells.length > 10 && plan.deviations.length > 5 && plan.seconds > 60);
});

test("a wrong article is refused with file, line and column, and exit code 2", async () => {
  const text = await readFile(join(ROOT, "articles", "scriptc-vs-node.yaml"), "utf8");
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.includes("id: rss-node"));
  const wrong = lines.map((line, nth) =>
    nth > at && line.includes("metric: rss,") ? line.replace("unit: MB", "unit: MBs") : line,
  );
  const file = join(folder, "scriptc-vs-node.yaml");
  await writeFile(file, wrong.join("\n"));
  const { exitCode, stderr, stdout } = await bench(["run", file], env);
  assert.equal(exitCode, 2);
  assert.equal(stdout, "");
  assert.match(stderr, new RegExp(`${file}:\\d+:\\d+: expected .*, found "MBs"; `));
});

test("a wrong option, an unknown command and an unknown claim are wrong usage: exit code 2", async () => {
  for (const args of [
    ["run", "--profile", "huge"],
    ["measure"],
    ["plan", "--claims", "helth-rps-ratio"],
    ["report", "none"],
  ]) {
    const { exitCode, stderr } = await bench(args, env);
    assert.equal(exitCode, 2, args.join(" "));
    assert.notEqual(stderr, "", args.join(" "));
  }
});

/** Characters that a terminal obeys, or that turn text about. */
const UNSAFE = /[^\P{Cc}\n]|\p{Cf}|[\u2028\u2029]/u;
const HOSTILE = ["\u001b]0;owned\u0007", "\u001b[2J", "\u009b31m", "\u202e", "\u2066", "\r", "\u2028"].join("x");

test("texts of an article reach no terminal as commands, whatever is printed of them", async () => {
  const text = await readFile(join(ROOT, "articles", "scriptc-vs-node.yaml"), "utf8");
  const file = join(folder, "scriptc-vs-node.yaml");
  const quoted = JSON.stringify(HOSTILE);
  const titled = text
    .replace(/^title: .*$/m, `title: ${quoted}`)
    .replace("what: processor, memory, kernel and distribution", `what: ${quoted}`);
  const cases: [string, string[]][] = [
    [titled, ["plan", file]],
    [titled, ["plan", file, "--json"]],
    [titled.replace("unstated:", `${quoted}: 1\nunstated:`), ["plan", file]],
    [titled.replace("tool: oha", `tool: ${quoted}`), ["plan", file]],
    [titled.replace("unstated:", `${HOSTILE}: [\nunstated:`), ["plan", file]],
    [titled, ["plan", file, "--claims", HOSTILE]],
    [titled, ["plan", HOSTILE]],
    [titled, [HOSTILE]],
    [titled, ["plan", "--profile", HOSTILE]],
    [titled, ["report", HOSTILE]],
  ];
  for (const [article, args] of cases) {
    await writeFile(file, article);
    const { stdout, stderr } = await bench(args, env);
    assert.notEqual(stdout + stderr, "", args.join(" "));
    assert.doesNotMatch(stdout + stderr, UNSAFE, args.join(" "));
  }
});

test("a run's texts and folder reach no terminal as commands either", async () => {
  const run = join(folder, `run${HOSTILE}`);
  await mkdir(run);
  const made = smallRun();
  const title = { ...made.run, run: HOSTILE, article: { ...made.run.article, title: HOSTILE } };
  await writeFile(join(run, "run.json"), JSON.stringify(title));
  const records = made.records.map((record) => `${JSON.stringify(record)}\n`).join("");
  for (const broken of ["", `${HOSTILE}\n`, `{"${HOSTILE}": 1}\n`, `{"kind":"event","${HOSTILE}":1}\n`]) {
    await writeFile(join(run, "records.jsonl"), broken + records);
    for (const args of [
      ["report", run],
      ["report", run, "--json"],
    ]) {
      const { stdout, stderr } = await bench(args, env);
      assert.notEqual(stdout + stderr, "");
      assert.doesNotMatch(stdout + stderr, UNSAFE, JSON.stringify(broken));
    }
  }
});

test("help is no error", async () => {
  for (const args of [["--help"], ["run", "--help"], ["clean", "--help"]]) {
    const { exitCode, stdout } = await bench(args, env);
    assert.equal(exitCode, 0);
    assert.match(stdout, /Usage: bench/);
    if (args[0] === "run")
      assert.match(stdout.replaceAll(/\s+/g, " "), /only these claims or groups, .*bench list names the groups/);
  }
});

/** Values of DOCKER_HOST at which no engine can be reached, and why. */
const UNREACHABLE: [string, RegExp][] = [
  [env.DOCKER_HOST, /there is no such socket/],
  ["unix:///etc/passwd", /no socket/],
  ["tcp://", /the host is missing/],
  ["http://127.0.0.1:99999", /http:\/\/ is not supported, only unix:\/\//],
  ["ssh://nobody@127.0.0.1", /ssh:\/\/ is not supported, only unix:\/\//],
  ["garbage", /no address/],
];
for (const [host, why] of UNREACHABLE) {
  test(`without an engine at ${host} every command says what was tried, why, and the command that helps`, async () => {
    const at = { DOCKER_HOST: host };
    const [run, clean, doctor] = await Promise.all([bench(["run"], at), bench(["clean"], at), bench(["doctor"], at)]);
    for (const { exitCode, stdout, stderr } of [run, clean]) {
      assert.deepEqual([exitCode, stdout], [3, ""], stderr);
      const lines = stderr.split("\n");
      assert.equal(lines.length, 1, stderr);
      assert.ok(stderr.includes(host), stderr);
      assert.match(stderr, why);
      assert.match(stderr, /; .*(docker\/up\.sh|unset DOCKER_HOST|ssh -fNL)/);
    }
    assert.equal(doctor.exitCode, 1, doctor.stderr);
    assert.equal(doctor.stderr, "");
    assert.match(doctor.stdout, /^FAILURE +engine /m);
    assert.match(doctor.stdout, why);
  });
}

test("without an engine the doctor still reports, and exits with 1", async () => {
  const { exitCode, stdout } = await bench(["doctor", "--json"], env);
  assert.equal(exitCode, 1);
  const { checks } = JSON.parse(stdout);
  assert.equal(checks.find(({ id }: { id: string }) => id === "engine").state, "failure");
});

test("a report made again from the run's folder, elsewhere and without an engine, is the same to the byte", async () => {
  const run = join(folder, "run");
  await mkdir(run);
  const made = smallRun();
  await writeFile(join(run, "run.json"), JSON.stringify(made.run));
  await writeFile(join(run, "records.jsonl"), made.records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  await bench(["report", run], env);
  const names = ["report.json", "report.md", "report.html", "records.csv"];
  const first = await Promise.all(names.map((name) => readFile(join(run, name))));
  const copy = join(folder, "elsewhere");
  await cp(run, copy, { recursive: true });
  await Promise.all(names.map((name) => rm(join(copy, name))));
  const { exitCode } = await bench(["report", copy], { ...env, TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8" });
  assert.equal(exitCode, 0);
  const again = await Promise.all(names.map((name) => readFile(join(copy, name))));
  assert.deepEqual(again, first);
});

test("reports of several runs come with an index; one that is no run leaves everything as it was", async () => {
  const results = join(folder, "results");
  const made = smallRun();
  for (const name of ["a", "b"]) {
    await mkdir(join(results, name), { recursive: true });
    await writeFile(join(results, name, "run.json"), JSON.stringify(made.run));
    await writeFile(join(results, name, "records.jsonl"), "");
  }
  const here = { ...env, REMATCH_RESULTS: results };
  const wrong = await bench(["report", "a", "none"], here);
  assert.equal(wrong.exitCode, 2);
  assert.deepEqual((await readdir(results)).sort(), ["a", "b"]);
  assert.deepEqual((await readdir(join(results, "a"))).sort(), ["records.jsonl", "run.json"]);
  const { exitCode, stdout } = await bench(["report", "a", join(results, "b"), "a", "--json"], here);
  assert.equal(exitCode, 0);
  assert.equal(JSON.parse(stdout).length, 2);
  const index = await readFile(join(results, "index.html"), "utf8");
  assert.deepEqual(
    [...index.matchAll(/<dd><a href="([^"]*)"/g)].map(([, link]) => link),
    ["a/report.html", "a/report.html", "b/report.html", "b/report.html"],
  );
});

test("a run whose files cannot be used is told in one line, with the right exit code", async () => {
  const made = smallRun();
  const run = JSON.stringify(made.run);
  const records = made.records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const negative = records.replace(/"rss":/, '"rss":-');
  assert.notEqual(negative, records);
  const cases: [string, string | null, string | null, RegExp][] = [
    ["run-folder", null, records, /run\.json: expected a run, found a folder; name a run under results\/$/],
    ["records-folder", run, null, /records\.jsonl: expected the records of a run, found a folder; name a run/],
    [
      "negative",
      run,
      negative,
      /records\.jsonl:\d+:\d+: expected a number of 0 or more that a measurement can give, found -/,
    ],
    ["role", run.replaceAll(/"of":"\w+"/g, '"of":"nobody"'), records, /run\.json:1:\d+: .* role nobody is not among/],
  ];
  await Promise.all(
    cases.map(async ([name, runText, recordsText, told]) => {
      const path = join(folder, name);
      await mkdir(path);
      for (const [file, text] of [
        ["run.json", runText],
        ["records.jsonl", recordsText],
      ] as const)
        await (text === null ? mkdir(join(path, file)) : writeFile(join(path, file), text));
      const { exitCode, stdout, stderr } = await bench(["report", path], env);
      assert.deepEqual([exitCode, stdout], [2, ""], stderr);
      assert.match(stderr, told);
      assert.doesNotMatch(stderr, /^ +at /m);
    }),
  );
});

test("a report that cannot be written says where and what helps: exit code 3", async () => {
  const path = join(folder, "report-taken");
  await mkdir(join(path, "report.json", "in the way"), { recursive: true });
  const made = smallRun();
  await writeFile(join(path, "run.json"), JSON.stringify(made.run));
  await writeFile(join(path, "records.jsonl"), made.records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const { exitCode, stdout, stderr } = await bench(["report", path], env);
  assert.deepEqual([exitCode, stdout], [3, ""]);
  assert.equal(
    stderr,
    `cannot write ${path}/report.json: that is a folder, not a file; look at it with: ls -ld ${path}/report.json`,
  );
});

test("a list that names nothing is wrong usage, not everything", async () => {
  for (const option of [
    "--claims=",
    "--claims=,",
    "--targets=,",
    "--targets= , ",
    "--sensitivity=",
    "--sensitivity=,",
  ]) {
    const { exitCode, stdout, stderr } = await bench(["plan", option], env);
    assert.equal(exitCode, 2, option);
    assert.equal(stdout, "", option);
    assert.match(
      stderr,
      /option '--(claims|targets|sensitivity).*' argument '.*' is invalid\. Expected names separated by commas, found none/,
      option,
    );
  }
});

test("output whose reader is gone is no error, and one that cannot be written is said: exit code 3", async () => {
  const shell = (line: string) =>
    execa("sh", ["-c", line, process.execPath, join(ROOT, "scripts", "bench.ts")], {
      ...{ cwd: ROOT, env, reject: false, stdin: "ignore" },
    });
  const gone = await shell('(sleep 0.1; "$0" --import tsx "$1" list; echo "exit $?" >&2) | true');
  assert.equal(gone.stderr, "exit 0");
  const full = await shell('"$0" --import tsx "$1" list > /dev/full');
  assert.equal(full.exitCode, 3);
  assert.match(full.stderr, /^stdout could not be written: .*ENOSPC[^\n]*$/);
});
