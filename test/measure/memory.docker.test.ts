import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fixtureGuest, request } from "../../scripts/measure/calibration/fixture.ts";
import { takeIdleMemory } from "../../scripts/measure/idle-memory.ts";
import { awaitReady, cgroupOf } from "../../scripts/measure/process.ts";
import type { Guest } from "../../scripts/measure/sandbox.ts";
import { fixtureImage, withoutEngine } from "../support/engine.ts";
import { hostPids, readOnHost } from "../support/outside.ts";
import { fixture, inSandbox, openRun, type TestRun } from "../support/run.ts";

const PAGE = 4096;
/** A program with a second process below it: both are the subject's, and share pages. */
const WITH_CHILD = ["/bin/sh", "-c", "PORT=3001 /rematch/fixture & exec /rematch/fixture"];
const MIB = 1024 * 1024;

describe("idle memory", { skip: withoutEngine }, () => {
  let run: TestRun;
  before(async () => {
    run = await openRun();
  });
  after(() => run.close());

  /** Sums of fields over the processes, read by someone else. */
  async function independent(pids: number[]) {
    const files = pids.flatMap((pid) => [`/proc/${pid}/status`, `/proc/${pid}/smaps_rollup`]);
    const text = await readOnHost(run.kit.probeImage, ...files);
    const sum = (name: string) => {
      const found = [...text.matchAll(new RegExp(`^${name}:\\s*(\\d+)`, "gm"))];
      assert.equal(found.length, pids.length, `${name} of every process`);
      return found.reduce((total, match) => total + Number(match[1]), 0);
    };
    const bytes = (name: string) => sum(name) * 1024;
    return {
      rss: bytes("VmRSS"),
      vsz: bytes("VmSize"),
      "smaps-rss": bytes("Rss"),
      pss: bytes("Pss"),
      uss: bytes("Private_Clean") + bytes("Private_Dirty"),
      anonymous: bytes("Anonymous"),
      threads: sum("Threads"),
    };
  }

  /** The record's figures, with an independent reading just before and just after. */
  async function measure(guest: Guest, processes: number) {
    return inSandbox(run.kit, guest, async ({ probe, subject }) => {
      const { pid } = await awaitReady(probe, guest, "launch");
      const pids = await hostPids(subject.id, "/rematch/fixture");
      assert.equal(pids.length, processes);
      const earlier = await independent(pids);
      const { values, evidence } = await takeIdleMemory(probe, pid, 0.1);
      return { values, evidence, earlier, later: await independent(pids) };
    });
  }

  test("every figure is what another reader finds in the same process's files at the same moment", async () => {
    const { values, earlier, later } = await measure(fixture(run.kit), 1);
    assert.deepEqual(earlier, later, "the fixture is idle");
    assert.deepEqual(values, later);
  });

  test("processes that a program started are part of it, by the sum of their figures", async () => {
    const guest = fixture(run.kit, [], { command: WITH_CHILD });
    const { values, evidence, later } = await measure(guest, 2);
    assert.deepEqual(values, later);
    assert.equal((evidence.pids as number[]).length, 2);
    assert.equal(values.threads, 2);
  });

  /** What an effect of the fixture adds to every figure, in bytes: exact within one process alone, whose stack stays. */
  async function added(path: string) {
    const guest = fixtureGuest(await fixtureImage(), "fixture", []);
    return inSandbox(run.kit, guest, async ({ probe }) => {
      const { pid } = await awaitReady(probe, guest, "launch");
      const { values: before } = await takeIdleMemory(probe, pid, 0);
      await request(probe, path);
      const { values: later } = await takeIdleMemory(probe, pid, 0);
      const memory = cgroupOf(probe, pid).then((cgroup) => cgroup.path("memory", "memory.stat") ?? "");
      const counters = (await probe.read(await memory)).files.get(await memory)?.text ?? "";
      const bytes = (name: keyof typeof later) => (later[name] ?? Number.NaN) - (before[name] ?? Number.NaN);
      return { bytes, cached: Number(/^(?:cache|file) (\d+)$/m.exec(counters)?.[1]) };
    });
  }
  /** VmRSS is a counter that older kernels keep by CPU and read without adding all up (proc(5)). */
  const NEARLY = 256 * PAGE;

  test("touching 64 MiB adds exactly 16,384 pages", async (t) => {
    const { bytes } = await added("/touch/64");
    for (const name of ["smaps-rss", "pss", "uss", "anonymous", "vsz"] as const) {
      assert.equal(bytes(name), 16_384 * PAGE, name);
    }
    t.diagnostic(`VmRSS: ${bytes("rss") / PAGE} pages`);
    assert.ok(Math.abs(bytes("rss") - 16_384 * PAGE) <= NEARLY, `VmRSS: ${bytes("rss") / PAGE} pages`);
  });

  test("address space that is only reserved is no memory", async () => {
    const { bytes } = await added("/reserve/20480");
    assert.equal(bytes("vsz"), 20_480 * MIB);
    for (const name of ["smaps-rss", "pss", "uss", "anonymous"] as const) assert.equal(bytes(name), 0, name);
    assert.ok(Math.abs(bytes("rss")) <= NEARLY);
  });

  test("a file that a program read is cached for its cgroup and is no memory of the program", async () => {
    const { bytes, cached } = await added("/cache");
    assert.ok(cached >= 256 * MIB, `${cached} bytes are cached for the subject`);
    for (const name of ["smaps-rss", "pss", "uss", "anonymous", "vsz"] as const) assert.equal(bytes(name), 0, name);
    assert.ok(Math.abs(bytes("rss")) <= NEARLY);
  });
});
