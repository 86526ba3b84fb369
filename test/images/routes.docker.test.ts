import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { buildEach } from "../../scripts/images/images.ts";
import { contractBreaches, parseResponse, requestOf } from "../../scripts/measure/contract.ts";
import { awaitReady } from "../../scripts/measure/process.ts";
import { type Guest, LOOPBACK, openSandbox } from "../../scripts/measure/sandbox.ts";
import { makeArm } from "../../scripts/model/cell.ts";
import { contractOf } from "../../scripts/model/target.ts";
import { targets } from "../plan/shipped.ts";
import { builder, withoutEngine } from "../support/engine.ts";
import { openRun, type TestRun } from "../support/run.ts";

/** Servers of the raw routes that can be had wherever packages can, and Node's, which is the measure of the others. */
const RAW = ["node-24", "rust-hyper", "rust-axum", "cpp-epoll", "cpp-drogon"];
const SUBJECTS = [...RAW.map((target) => `${target}/raw-http`), "node-24-js/raw-http", "node-24/hono"];

describe("routes of raw-http and hono", { skip: withoutEngine }, () => {
  let run: TestRun;
  const answers = new Map<string, Map<string, string>>();

  before(async () => {
    run = await openRun();
    const plan = SUBJECTS.map((id) => ({ id, target: id.split("/")[0] ?? "", app: id.split("/")[1] ?? "" }));
    for (const { info } of await buildEach(builder, plan, targets)) {
      if (info.image === null) throw new Error(`${info.id}: ${info.failure?.lines.join("\n")}`);
      answers.set(info.id, await answersOf(info.id, info.image));
    }
  });
  after(() => run.close());

  async function answersOf(id: string, image: string): Promise<Map<string, string>> {
    const [targetName = "", appName = ""] = id.split("/");
    const [target, app] = [targets.targets[targetName], targets.apps[appName]];
    if (!target || !app) throw new Error(id);
    const guest: Guest = { arm: makeArm(targetName, appName), image, target, app };
    const sandbox = await openSandbox(run.kit, guest);
    try {
      await awaitReady(sandbox.probe, guest, "launch");
      const raw = new Map<string, string>();
      for (const route of Object.keys(app.routes)) {
        const request = requestOf(contractOf(app, route), app.port);
        raw.set(route, await sandbox.probe.http(LOOPBACK, app.port, request, 5000));
      }
      return raw;
    } finally {
      await sandbox.close();
    }
  }

  for (const id of SUBJECTS) {
    test(`${id} answers every route as its contract has it`, () => {
      const app = targets.apps[id.split("/")[1] ?? ""] ?? assert.fail(id);
      for (const route of Object.keys(app.routes))
        assert.deepEqual(contractBreaches(contractOf(app, route), answers.get(id)?.get(route) ?? ""), [], route);
    });
  }

  test("every server of the raw routes sends as many bytes as Node: 202 for /, 206 for /json", () => {
    for (const target of RAW) {
      const raw = answers.get(`${target}/raw-http`);
      const bytes = ["root", "json"].map((route) => parseResponse(raw?.get(route) ?? "")?.bytes);
      assert.deepEqual(bytes, [202, 206], `${target}: ${raw?.get("root")}`);
    }
  });
});
