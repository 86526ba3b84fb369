/** A run in a process of its own, to be killed: takes the engine, opens a sandbox, says so, and stays. */
import { setTimeout as sleep } from "node:timers/promises";
import { openSandbox } from "../../scripts/measure/sandbox.ts";
import { fixture, openRun } from "./run.ts";

const { kit } = await openRun();
await openSandbox(kit, fixture(kit));
process.stdout.write(`held by ${kit.run}\n`);
await sleep(3_600_000);
