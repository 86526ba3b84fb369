import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runCampaign } from "../../scripts/measure/campaign.ts";
import { takeContainerStart } from "../../scripts/measure/container-start.ts";
import { awaitReady, StartFailure } from "../../scripts/measure/process.ts";
import type { Guest } from "../../scripts/measure/sandbox.ts";
import { campaignOf } from "../support/campaign.ts";
import { withoutEngine } from "../support/engine.ts";
import { fixture, inSandbox, openRun, type TestRun } from "../support/run.ts";

describe("subjects that do not start", { skip: withoutEngine }, () => {
  let run: TestRun;
  before(async () => {
    run = await openRun();
  });
  after(() => run.close());

  /** How a start fails that is given this long. */
  const failure = (guest: Guest, limitMs = 600): Promise<StartFailure> =>
    inSandbox(run.kit, guest, async ({ probe }) => {
      const error = await awaitReady(probe, guest, "launch", [], limitMs).then(
        ({ pid }) => assert.fail(`process ${pid} was called ready`),
        (reason: unknown) => reason,
      );
      assert.ok(error instanceof StartFailure, String(error));
      return error;
    });

  test("answers that break the contract never make a server ready, and the last one is told", async () => {
    const status = await failure(fixture(run.kit, ["--status", "500"]));
    assert.match(status.message, /the last answer was "HTTP\/1\.1 500 Status/);
    const body = await failure(fixture(run.kit, ["--wrong-after", "0"]));
    assert.match(body.message, /the last answer was ".*\{\\"status\\":\\"no\\"\}"/);
  });

  test("a program that does not exist is told by the kernel's own code", async () => {
    const { message } = await failure(fixture(run.kit, [], { command: ["/app/missing"] }));
    assert.equal(message, "/app/missing could not be executed: ENOENT");
  });

  test("a program that may not be executed is told so", async () => {
    const { message } = await failure(fixture(run.kit, [], { command: ["/etc/passwd"] }));
    assert.equal(message, "/etc/passwd could not be executed: EACCES");
  });

  test("a program that ends by itself is told with status and age, without waiting for the limit", async () => {
    const guest = fixture(run.kit, [], { command: ["/bin/sh", "-c", "sleep 0.3; exit 7"] });
    const { message } = await failure(guest, 3_600_000);
    const [, age] = /^the program ended with status 7 after (\d+) ms, before it was ready$/.exec(message) ?? [];
    assert.ok(Number(age) >= 300, message);
  });

  test("a program killed by a signal is told with the signal", async () => {
    const guest = fixture(run.kit, [], { command: ["/bin/sh", "-c", "kill -SEGV $$"] });
    const { message } = await failure(guest, 3_600_000);
    assert.match(message, /^the program ended with status 139 \(SIGSEGV\) after \d+ ms/);
  });

  test("a container start tells how its program ended, or that it could not be executed, with its last words", async () => {
    const start = (command: string[]) =>
      takeContainerStart(run.kit, fixture(run.kit, [], { command })).then(
        () => assert.fail("it was called ready"),
        (reason: Error & { log?: string }) => reason,
      );
    const ended = await start(["/bin/sh", "-c", "echo no module named x; exit 3"]);
    assert.ok(ended instanceof StartFailure);
    assert.match(ended.message, /^the program ended with status 3 after \d+ ms/);
    assert.equal(ended.log?.trim(), "no module named x");
    const missing = await start(["/app/missing"]);
    assert.equal(missing.message, "/app/missing could not be executed: ENOENT");
  });

  test("one that the kernel kills for want of memory is told so, and no line of the launcher is among its words", async () => {
    const command = [
      "/bin/sh",
      "-c",
      "i=0; while [ $i -lt 20 ]; do echo line $i; i=$((i+1)); done; exec /rematch/fixture --touch 900",
    ];
    const { campaign, events } = campaignOf(run.kit, [fixture(run.kit, [], { command })], [{ kind: "cold-start" }]);
    await runCampaign(campaign);
    const [failed] = events.filter(({ what }) => what === "start-failed");
    assert.match(
      String(failed?.detail.message),
      /^the program ended with status 137 \(SIGKILL\) after \d+ ms, before it was ready: the kernel killed it, out of memory at 512 MiB$/,
    );
    assert.equal(failed?.detail.outOfMemory, true);
    const lines = String(failed?.detail.log).trim().split("\n");
    assert.deepEqual(
      lines,
      Array.from({ length: 20 }, (_, at) => `line ${at}`),
    );
  });

  test("a start that failed does not spoil the next one in the same sandbox", async () => {
    const guest = fixture(run.kit, ["--listen-after", "700"]);
    await inSandbox(run.kit, guest, async ({ probe }) => {
      await assert.rejects(awaitReady(probe, guest, "launch", [], 100), StartFailure);
      const { pid, readyNs } = await awaitReady(probe, guest, "launch");
      assert.ok(pid > 1 && readyNs > 0);
    });
  });

  test("one that never listens fails with its last words, is not tried again, and the others are measured", async () => {
    const never = fixture(run.kit, ["--never"], { target: "never" });
    const good = fixture(run.kit, [], { target: "good" });
    const { campaign, samples, events, notes } = campaignOf(run.kit, [never, good], [{ kind: "cold-start" }], {
      rounds: 2,
      trials: 2,
    });
    await runCampaign(campaign);
    const failed = events.filter(({ what }) => what === "start-failed");
    assert.deepEqual(
      failed.map(({ arm, detail }) => [arm, detail.round]),
      [["never/ok", 1]],
    );
    assert.match(String(failed[0]?.detail.message), /nothing answered on 127\.0\.0\.1:3000/);
    assert.match(String(failed[0]?.detail.log), /fixture: told never to listen/);
    assert.equal(notes.length, 1);
    const valid = samples.filter((sample) => sample.void === null || sample.attempt === 3);
    assert.deepEqual(
      valid.map(({ arm, round, trial }) => [arm, round, trial]),
      [1, 2].flatMap((round) => [1, 2].map((trial) => ["good/ok", round, trial])),
    );
    for (const { values } of samples) assert.ok((values["cold-start"] ?? 0) > 0);
  });
});
