import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { truthsIn } from "../../scripts/measure/calibration/fixture.ts";
import { runCampaign } from "../../scripts/measure/campaign.ts";
import { takeLoad } from "../../scripts/measure/load.ts";
import { awaitReady, cgroupOf, stopProgram } from "../../scripts/measure/process.ts";
import type { Guest } from "../../scripts/measure/sandbox.ts";
import { makeArm } from "../../scripts/model/cell.ts";
import type { Tool } from "../../scripts/model/tool.ts";
import { campaignOf } from "../support/campaign.ts";
import { withoutEngine } from "../support/engine.ts";
import { fixture, inSandbox, openRun, type TestRun } from "../support/run.ts";

const CONNECTIONS = 16;
/** Length of the fixture's response on the wire. */
const RESPONSE_BYTES =
  'HTTP/1.1 200 Status\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"status":"ok"}'.length;
/** Answers to anything but the load tool: one to be ready, and the contract before and after. */
const OTHER_ANSWERS = 3;

describe("load", { skip: withoutEngine }, () => {
  let run: TestRun;
  before(async () => {
    run = await openRun(["bombardier"]);
  });
  after(() => run.close());

  /** One window, and what the fixture says it answered in its whole life. On a busy machine it is waited for. */
  async function window(guest: Guest, tool: Tool, warmup = 0) {
    for (let tries = 1; ; tries++) {
      const taken = await windowOnce(guest, tool, warmup);
      if (taken.window > 0 || tries === 12) return taken;
    }
  }

  function windowOnce(guest: Guest, tool: Tool, warmup: number) {
    return inSandbox(run.kit, guest, async (sandbox) => {
      const { probe, subject } = sandbox;
      const { pid } = await awaitReady(probe, guest, "launch");
      const cell = { route: "ok", connections: CONNECTIONS, tool, warmup, window: 1 };
      const { reading, output } = await takeLoad(run.kit, sandbox, guest, pid, await cgroupOf(probe, 1), cell);
      await stopProgram(probe);
      const [truth] = truthsIn(await subject.logs(20));
      return { ...reading, output, answered: truth?.answered ?? Number.NaN };
    });
  }

  for (const tool of ["wrk", "oha", "bombardier"] as const) {
    test(`${tool} counts what the server answered: completed, and at most one in flight a connection`, async () => {
      const { values, flags, evidence, answered } = await window(fixture(run.kit), tool);
      const { requests = 0, errors, rps = 0 } = values;
      assert.equal(errors, 0);
      assert.ok(!flags.includes("errors") && !flags.includes("contract-failed"), flags.join(" "));
      const beyond = answered - OTHER_ANSWERS - requests;
      assert.ok(beyond >= 0 && beyond <= CONNECTIONS, `${answered} answered, ${requests} counted`);
      if (tool === "bombardier") assert.equal(beyond, 0, "it waits for what is under way");
      if (tool === "oha") assert.ok((values["in-flight"] ?? -1) >= beyond, "what the server sent last was in flight");
      assert.ok(Math.abs(rps * 1 - requests) < requests * 0.2, `${rps}/s in a window of a second, ${requests} counted`);
      assert.equal(evidence.responseBytes, RESPONSE_BYTES);
      assert.ok((values["bytes-per-response"] ?? 0) > RESPONSE_BYTES, "headers of TCP and IP, and the request");
      assert.ok((values["packets-per-response"] ?? 0) >= 2, "a request and its response");
      assert.ok((values["cpu-per-request"] ?? 0) > 0);
      const [user = 0, system = 0] = [values["cpu-user-per-request"], values["cpu-system-per-request"]];
      assert.ok(Math.abs(user + system - (values["cpu-per-request"] ?? 0)) < 0.01, "user and system make up the whole");
      const given = evidence.percentilesMs as Record<string, number>;
      assert.deepEqual([given.p50, given.p90], [values["latency-p50"], values["latency-p90"]]);
      assert.ok((given.p75 ?? 0) >= (given.p50 ?? 1) && (given.p75 ?? 1) <= (given.p90 ?? 0), JSON.stringify(given));
    });
  }

  for (const tool of ["wrk", "oha", "bombardier"] as const) {
    test(`${tool} warms the server up, also for less time than it can load`, async () => {
      const { values, answered, void: reason } = await window(fixture(run.kit), tool, 0.5);
      assert.doesNotMatch(reason ?? "", /warm-up/);
      const before = answered - (values.requests ?? 0);
      assert.ok(before > 1000, `${before} answers beside the window's`);
    });
  }

  test("without keep-alive every request has a connection of its own", async () => {
    const { values, flags } = await window(
      fixture(run.kit, [], { arm: makeArm("fixture", "ok", { keepAlive: false }) }),
      "oha",
    );
    assert.equal(values.errors, 0);
    assert.ok(!flags.includes("errors"));
    // Opening and closing take at least three packets each way more.
    assert.ok((values["packets-per-response"] ?? 0) >= 8, `${values["packets-per-response"]} packets a response`);
  });

  test("a body that changes under load fails the contract, though every answer was fast and of status 200", async () => {
    const { flags, evidence } = await window(fixture(run.kit, ["--wrong-after", "500"]), "wrk");
    assert.ok(flags.includes("contract-failed"), flags.join(" "));
    assert.deepEqual(evidence.breaches, ['body: expected "{\\"status\\":\\"ok\\"}", found "{\\"status\\":\\"no\\"}"']);
  });

  test("answers of another status are errors and no rate", async () => {
    const guest = fixture(run.kit, ["--status", "503"]);
    const ready = { ...guest.app.routes.ok, status: 503 };
    const app = { ...guest.app, ready: "ready", routes: { ...guest.app.routes, ready } } as Guest["app"];
    const { values, flags } = await window({ ...guest, app }, "oha");
    assert.equal(values.rps, 0);
    assert.ok((values.errors ?? 0) > 0);
    assert.ok(flags.includes("errors") && flags.includes("contract-failed"), flags.join(" "));
  });

  test("a program that ends under load is flagged, never void, and the next cell meets a fresh start", async () => {
    const guest = fixture(run.kit, ["--exit-after", "5000"]);
    const { campaign, samples } = campaignOf(
      run.kit,
      [guest],
      [
        { kind: "load", route: "ok", connections: CONNECTIONS, tool: "wrk" },
        { kind: "load", route: "ok", connections: CONNECTIONS + 1, tool: "wrk" },
      ],
    );
    await runCampaign(campaign);
    for (const { flags, evidence, void: reason } of samples) {
      assert.ok(flags.includes("contract-failed") && flags.includes("errors"), flags.join(" "));
      assert.equal(reason, null);
      assert.deepEqual(evidence.breaches, ["no answer: exchange: Connection refused"]);
    }
    assert.equal(samples.length, 2);
  });
});
