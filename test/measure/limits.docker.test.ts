import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { awaitReady, checkLimits, LimitMismatch } from "../../scripts/measure/process.ts";
import { makeArm } from "../../scripts/model/cell.ts";
import { withoutEngine } from "../support/engine.ts";
import { docker } from "../support/outside.ts";
import { fixture, inSandbox, openRun, type TestRun } from "../support/run.ts";

describe("limits of a real container", { skip: withoutEngine }, () => {
  let run: TestRun;
  before(async () => {
    run = await openRun();
  });
  after(() => run.close());

  test("no connection is ever given the subject's own port, which would keep it from listening", async () => {
    const guest = fixture(run.kit);
    const reserved = "/proc/sys/net/ipv4/ip_local_reserved_ports";
    const range = "/proc/sys/net/ipv4/ip_local_port_range";
    const perRequest = { ...guest, arm: makeArm("fixture", "service", { keepAlive: false }) };
    await inSandbox(run.kit, perRequest, async ({ probe }) => {
      const { files } = await probe.read(reserved, range);
      assert.equal(files.get(reserved)?.text?.trim(), String(guest.app.port));
      assert.deepEqual(files.get(range)?.text?.trim().split(/\s+/), ["1024", "65535"]);
    });
  });

  test("the kernel enforces on the measured process what was asked, and only exactly that passes", async () => {
    const guest = fixture(run.kit);
    await inSandbox(run.kit, guest, async (sandbox) => {
      const { pid } = await awaitReady(sandbox.probe, guest, "launch");
      assert.deepEqual(await checkLimits(sandbox, pid), {
        cpus: "0",
        cpusAllowed: "0",
        quota: null,
        memoryBytes: 536_870_912,
        memorySwapBytes: 536_870_912,
        pids: 256,
        noNewPrivileges: true,
        capabilities: "0000000000000000",
        readOnlyRoot: true,
        openFiles: 16_384,
      });
      const others = {
        "cpuset: asked 1, the kernel has 0": { cpus: "1" },
        "quota in CPUs: asked 1, the kernel has none": { quota: 1 },
        "memory in bytes: asked 268435456, the kernel has 536870912": { memoryBytes: 268_435_456 },
        "pids: asked 64, the kernel has 256": { pids: 64 },
      };
      for (const [named, change] of Object.entries(others)) {
        const limits = { ...sandbox.limits, ...change };
        await assert.rejects(checkLimits({ ...sandbox, limits }, pid), (error) => {
          assert.ok(error instanceof LimitMismatch);
          assert.ok(error.message.includes(named), `${error.message} names ${named}`);
          return true;
        });
      }
    });
  });

  test("limits changed behind the kit's back are noticed", async () => {
    const guest = fixture(run.kit);
    await inSandbox(run.kit, guest, async (sandbox) => {
      const { pid } = await awaitReady(sandbox.probe, guest, "launch");
      await docker("update", "--pids-limit", "100", sandbox.subject.id);
      await assert.rejects(checkLimits(sandbox, pid), /pids: asked 256, the kernel has 100/);
    });
  });

  test("an arm with a quota gets the quota and all CPUs", async () => {
    const guest = fixture(run.kit, [], { arm: makeArm("fixture", "ok", { cpu: "quota" }) });
    await inSandbox(run.kit, guest, async (sandbox) => {
      const { pid } = await awaitReady(sandbox.probe, guest, "launch");
      const { quota, cpus } = await checkLimits(sandbox, pid);
      assert.equal(quota, 1);
      assert.notEqual(cpus, "0");
    });
  });
});
