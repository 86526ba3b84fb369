import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { awaitReady } from "../../scripts/measure/process.ts";
import { takeSyscalls } from "../../scripts/measure/syscalls.ts";
import { withoutEngine } from "../support/engine.ts";
import { fixture, inSandbox, openRun, type TestRun } from "../support/run.ts";

describe("system calls", { skip: withoutEngine }, () => {
  let run: TestRun;
  before(async () => {
    run = await openRun();
  });
  after(() => run.close());

  test("the fixture's one send a response is counted as exactly one, and its three calls as three", async () => {
    const guest = fixture(run.kit);
    await inSandbox(run.kit, guest, async ({ probe }) => {
      const { pid } = await awaitReady(probe, guest, "launch");
      const { values, evidence } = await takeSyscalls(probe, guest, pid, "ok");
      assert.equal(values["writes-per-response"], 1);
      const all = values["syscalls-per-response"] ?? 0;
      // epoll_wait, recvfrom and sendto; accepting the one connection is spread over 300 responses.
      assert.ok(all >= 3 && all < 3.1, `${all} calls a response: ${JSON.stringify(evidence.calls)}`);
    });
  });

  test("a server that ended before it could be traced has no figure and is flagged, and the run goes on", async () => {
    // One answer to be ready and 300 to warm up.
    const guest = fixture(run.kit, ["--exit-after", "301"]);
    await inSandbox(run.kit, guest, async ({ probe }) => {
      const { pid } = await awaitReady(probe, guest, "launch");
      const { values, flags, void: reason } = await takeSyscalls(probe, guest, pid, "ok");
      assert.deepEqual([values, flags, reason], [{}, ["errors"], null]);
    });
  });

  test("a server that ends while traced is flagged", async () => {
    const guest = fixture(run.kit, ["--exit-after", "451"]);
    await inSandbox(run.kit, guest, async ({ probe }) => {
      const { pid } = await awaitReady(probe, guest, "launch");
      const { values, flags, evidence } = await takeSyscalls(probe, guest, pid, "ok");
      assert.deepEqual([evidence.exchanges, flags], [150, ["errors"]]);
      assert.equal(values["writes-per-response"], 1);
    });
  });

  test("a tracer finds the program usable afterwards", async () => {
    const guest = fixture(run.kit);
    await inSandbox(run.kit, guest, async ({ probe }) => {
      const { pid } = await awaitReady(probe, guest, "launch");
      const first = await takeSyscalls(probe, guest, pid, "ok");
      const { pid: same } = await awaitReady(probe, guest, "launch");
      assert.equal(same, pid);
      assert.deepEqual((await takeSyscalls(probe, guest, pid, "ok")).values["writes-per-response"], 1);
      assert.equal(first.void, null);
    });
  });
});
