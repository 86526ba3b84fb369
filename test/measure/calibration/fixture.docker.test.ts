import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { askTruth, fixtureGuest, request, type Truth, truthsIn } from "../../../scripts/measure/calibration/fixture.ts";
import { awaitReady, StartFailure, stopProgram } from "../../../scripts/measure/process.ts";
import type { Sandbox } from "../../../scripts/measure/sandbox.ts";
import { fixtureImage, withoutEngine } from "../../support/engine.ts";
import { inSandbox, openRun, type TestRun } from "../../support/run.ts";

const GET = Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n").toString("base64");
const MS = 1e6;

describe("the fixture behaves as it is told, and knows what it did", { skip: withoutEngine }, () => {
  let run: TestRun;
  let image: string;
  before(async () => {
    run = await openRun();
    image = await fixtureImage();
  });
  after(() => run.close());

  /** Starts it with these options; the one request that made it ready is counted. */
  const running = <T>(options: string[], use: (sandbox: Sandbox) => Promise<T>): Promise<T> => {
    const guest = fixtureGuest(image, "fixture", options);
    return inSandbox(run.kit, guest, async (sandbox) => {
      await awaitReady(sandbox.probe, guest, "launch");
      return use(sandbox);
    });
  };
  /** Sequential exchanges on one connection. */
  const exchanges = ({ probe }: Sandbox, count: number, limitMs = 10_000) =>
    probe.ask<{ done: number }>("repeat", "127.0.0.1", 3000, count, limitMs, GET);
  const since = async (sandbox: Sandbox, options: number): Promise<Truth> => {
    const earlier = await askTruth(sandbox.probe);
    await exchanges(sandbox, options);
    const later = await askTruth(sandbox.probe);
    return Object.fromEntries(
      Object.entries(later).map(([k, v]) => [k, v - earlier[k as keyof Truth]]),
    ) as unknown as Truth;
  };

  test("it counts requests, answers, connections and bytes, and neither itself nor what asks it", async () => {
    const counted = await running([], (sandbox) => since(sandbox, 100));
    const { connections, read, answered, failed, bytesIn, bytesOut } = counted;
    assert.deepEqual({ connections, read, answered, failed }, { connections: 1, read: 100, answered: 100, failed: 0 });
    assert.equal(bytesIn, 100 * "GET / HTTP/1.1\r\nHost: x\r\n\r\n".length);
    const head = "HTTP/1.1 200 Status\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n";
    assert.equal(bytesOut, 100 * `${head}{"status":"ok"}`.length);
  });

  test("it tells the same at its end as when asked, and stamps listen() before its first answer", async () => {
    await running(["--listen-after", "14"], async (sandbox) => {
      const asked = await askTruth(sandbox.probe);
      await stopProgram(sandbox.probe);
      const [told] = truthsIn(await sandbox.subject.logs(20));
      assert.deepEqual({ ...told, cpuNs: 0 }, { ...asked, cpuNs: 0 });
      assert.ok(asked.listenNs > 0 && asked.listenNs < asked.answerNs);
    });
  });

  test("its arithmetic costs CPU time in proportion to its turns", async () => {
    const cost = (turns: number) =>
      running(["--work", String(turns)], async (it) => (await since(it, 200)).workNs / 200);
    const [one, two] = [await cost(100_000), await cost(200_000)];
    assert.ok(one > 0);
    // Far more than any noise: what is asked here is whether the turns are done at all.
    assert.ok(two / one > 1.5 && two / one < 2.7, `${one} ns for 100,000 turns, ${two} ns for 200,000`);
  });

  test("a delay holds every answer back, a stall one in fifty", async () => {
    const delayed = await running(["--delay", "5"], (sandbox) => since(sandbox, 20));
    assert.ok(delayed.waitedNs >= 20 * 5 * MS, `${delayed.waitedNs} ns for 20 answers`);
    const stalled = await running(["--stall", "100"], (sandbox) => since(sandbox, 100));
    assert.equal(stalled.stalled, 2);
    assert.ok(stalled.stalledNs >= 2 * 100 * MS && stalled.waitedNs < 100 * MS, JSON.stringify(stalled));
  });

  test("one answer in a hundred is a 500, by count and not by chance", async () => {
    const { answered, failed } = await running(["--fail-every", "100"], (sandbox) => since(sandbox, 1000));
    assert.deepEqual({ answered, failed }, { answered: 1000, failed: 10 });
  });

  test("connections that stand at a certain answer get no further one, later ones do", async () => {
    await running(["--hold-after", "50"], async (sandbox) => {
      // One was answered to be ready.
      assert.equal((await exchanges(sandbox, 60, 500)).done, 49);
      const { read, answered } = await askTruth(sandbox.probe);
      assert.deepEqual({ read, answered }, { read: 51, answered: 50 });
      assert.equal((await exchanges(sandbox, 5)).done, 5);
    });
  });

  test("a body has the bytes it was asked for", async () => {
    const body = await running(["--body", "20000"], ({ probe }) => request(probe, "/"));
    assert.equal(body.length, 20_000);
  });

  test("a server that crashes is seen to have ended", async () => {
    await running(["--crash-after", "300"], async (sandbox) => {
      await assert.rejects(async () => {
        for (;;) await request(sandbox.probe, "/");
      }, /exchange/);
      assert.equal((await stopProgram(sandbox.probe)).status, 128 + 6);
    });
  });

  test("a server that answers wrongly while it starts is not kept busy by being asked", async () => {
    const guest = fixtureGuest(image, "fixture", ["--status", "503"]);
    await inSandbox(run.kit, guest, async ({ probe }) => {
      await assert.rejects(awaitReady(probe, guest, "launch", [], 500), StartFailure);
      const { answered } = JSON.parse(await request(probe, "/stats")) as Truth;
      assert.ok(answered >= 1 && answered <= 500, `asked ${answered} times in 500 ms`);
    });
  });
});
