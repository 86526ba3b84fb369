import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { execa } from "execa";
import { loadTargets } from "../scripts/articles/targets.ts";
import { createOptions } from "../scripts/docker/options.ts";
import { resolveBases } from "../scripts/images/bases.ts";
import { withChoices } from "../scripts/images/choices.ts";
import { LOAD_IMAGE } from "../scripts/images/helpers.ts";
import { buildEach } from "../scripts/images/images.ts";
import { createSubject, type Kit } from "../scripts/measure/sandbox.ts";
import { makeArm } from "../scripts/model/cell.ts";
import type { ContainerSpec } from "../scripts/model/engine.ts";
import type { TargetsFile } from "../scripts/model/target.ts";
import { MEMORY_BYTES, PIDS } from "../scripts/plan/plan.ts";
import { ROOT } from "./support/bench.ts";
import { engine, withoutEngine } from "./support/engine.ts";
import { openRun, type TestRun } from "./support/run.ts";

const skip = withoutEngine;
const PROJECT = `rematch-test-${process.pid}`;
const [SERVICE, TARGET, APP] = ["scriptc-static", "scriptc-0.0.32-static", "service"] as const;

interface Service {
  profiles?: string[];
  image: string;
  build: { dockerfile: string; target: string; args: Record<string, string> };
  environment: Record<string, string>;
  ports?: unknown;
  network_mode?: string;
}

const env = withChoices(ROOT, process.env);
const compose = (...words: string[]) =>
  execa("docker", ["compose", "--project-name", PROJECT, ...words], { cwd: ROOT, env: { ...env, PWD: ROOT } });
const config = async (...words: string[]) =>
  JSON.parse((await compose(...words, "config", "--format", "json")).stdout) as {
    services: Record<string, Service>;
    networks?: object;
  };
const subjects = async () =>
  Object.entries((await config("--profile", "subjects")).services).filter(([, { profiles }]) => profiles);

let targets: TargetsFile;
let folder = "";
let run: TestRun | null = null;
before(async () => {
  targets = await loadTargets(join(ROOT, "targets.yaml"));
  if (skip) return;
  folder = await mkdtemp(join(tmpdir(), "rematch-compose-"));
  // Holds the engine, so that nothing is measured beside the containers of this test.
  run = await openRun();
  const progress = { phase() {}, step() {}, note() {}, end() {} };
  const builder = { root: ROOT, bases: resolveBases(env), engine, progress, cache: folder, saveLog: async () => "" };
  await buildEach(builder, [{ id: `${TARGET}/${APP}`, target: TARGET, app: APP }], targets);
});
after(async () => {
  if (skip) return;
  await compose("--profile", "subjects", "down", "--timeout", "1").catch(() => {});
  await run?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the kit itself would ask the engine for, to put this subject into a sandbox. */
async function kitOptions() {
  const [target, app] = [targets.targets[TARGET], targets.apps[APP]];
  if (!target || !app) throw new Error(`no ${TARGET}/${APP}`);
  const specs: ContainerSpec[] = [];
  const asked = { create: async (one: ContainerSpec) => void specs.push(one) };
  const kit: Kit = {
    ...{ engine: asked as never, run: "r", probeImage: "p", volume: "v", cpus: { subject: "0", helpers: "1" } },
    ...{ memoryBytes: MEMORY_BYTES, pids: PIDS, sameKernel: true },
  };
  await createSubject(kit, { arm: makeArm(TARGET, APP), image: "i", target, app }, "n", false);
  const [spec] = specs;
  if (!spec) throw new Error("the kit asked for nothing");
  return createOptions(spec);
}

test("every runtime is a service, built from its Dockerfile with the kit's own arguments", { skip }, async () => {
  const services = await subjects();
  const bases = resolveBases(env);
  const runtimes = Object.entries(targets.targets).filter(([, { dependencies, apps }]) => !dependencies && !apps);
  assert.deepEqual(
    services.map(([, { image }]) => image).sort(),
    runtimes.map(([target]) => `localhost/rematch/${target}/${APP}`).sort(),
  );
  for (const [name, { image, build, environment }] of services) {
    const id = image.split("/")[2] ?? "";
    const target = targets.targets[id];
    const base = bases[target?.base === "trixie" ? "trixie" : "bookworm"];
    assert.deepEqual([build.dockerfile, build.target], [target?.dockerfile, target?.stage], name);
    const own = { BASE: base.name, NODE_SOURCE: bases.nodeSource, APP, TARGET: id };
    assert.deepEqual(build.args, { ...own, ...target?.args }, name);
    assert.deepEqual(environment, { PORT: String(targets.apps[APP]?.port) }, name);
  }
});

test("no other command sees the subjects, and none publishes a port", { skip }, async () => {
  const plain = await config();
  assert.deepEqual(Object.keys(plain.services).sort(), ["bench", "lint", "test"]);
  assert.equal(plain.networks, undefined);
  for (const [name, { ports, network_mode }] of await subjects())
    assert.deepEqual([ports, network_mode], [undefined, undefined], name);
});

test("a service runs under the limits that the kit measures under, and answers", { skip }, async () => {
  await compose("up", "--detach", "--no-build", SERVICE);
  const { stdout: id } = await compose("ps", "--quiet", SERVICE);
  const [found] = JSON.parse((await execa("docker", ["inspect", id])).stdout);
  const kit = await kitOptions();
  const limits = (host: typeof kit.HostConfig) => ({
    ...{ cpus: host?.CpusetCpus, nano: host?.NanoCpus, memory: host?.Memory, swap: host?.MemorySwap },
    ...{ pids: host?.PidsLimit, readOnly: host?.ReadonlyRootfs, drop: host?.CapDrop, add: host?.CapAdd ?? [] },
    ...{ security: host?.SecurityOpt, tmpfs: host?.Tmpfs, restart: host?.RestartPolicy?.Name, log: host?.LogConfig },
    files: host?.Ulimits?.map(({ Name, Soft, Hard }) => [Name, Soft, Hard]),
    privileged: host?.Privileged ?? false,
  });
  assert.deepEqual(limits(found.HostConfig), limits(kit.HostConfig));
  assert.equal(found.Config.User, kit.User);
  assert.deepEqual(found.HostConfig.PortBindings ?? {}, {});

  const { port = 0, ready = "", routes = {} } = targets.apps[APP] ?? {};
  const route = routes[ready];
  const ask = `for try in $(seq 50); do exec 3<>/dev/tcp/127.0.0.1/${port} && break; sleep 0.1; done 2>/dev/null
printf 'GET ${route?.path} HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3`;
  const helper = ["run", "--rm", "--network", `container:${id}`, "--entrypoint", "bash", LOAD_IMAGE, "-c", ask];
  const { stdout: answer } = await execa("docker", helper);
  assert.match(answer, /^HTTP\/1\.1 200 /);
  // Whole, whether or not the server sends it as a chunk.
  assert.ok(
    answer.split("\n").some((line) => line.trim() === route?.body),
    answer,
  );
});

test("a port is published where the caller says so, and on that address alone", { skip }, async () => {
  const { stdout } = await compose("run", "--detach", "--rm", "--publish", "127.0.0.1::3000", SERVICE);
  const id = stdout.trim().split("\n").at(-1) ?? "";
  try {
    const ports = (await execa("docker", ["port", id])).stdout;
    assert.match(ports, /^3000\/tcp -> 127\.0\.0\.1:\d+$/);
  } finally {
    await execa("docker", ["rm", "--force", id]);
  }
});
