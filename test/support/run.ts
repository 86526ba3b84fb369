import { setTimeout as sleep } from "node:timers/promises";
import { type Anchor, EngineBusy, removeRun, takeEngine } from "../../scripts/measure/anchor.ts";
import { type Guest, type Kit, openSandbox, type Sandbox } from "../../scripts/measure/sandbox.ts";
import { type Arm, makeArm } from "../../scripts/model/cell.ts";
import type { Tool } from "../../scripts/model/tool.ts";
import { engine, helpers } from "./engine.ts";

/** How long a test waits for another run on the same engine to end. */
const PATIENCE_MS = 900_000;
const MIB = 1024 * 1024;

export interface TestRun {
  kit: Kit;
  anchor: Anchor;
  /** Removes all that carries the run's label, as the main job does at its end. */
  close(): Promise<void>;
}

let made = 0;
/** A run's name that no other has. */
export const runName = (): string => `test-${process.pid}-${++made}`;

export const kitOf = (run: string, probeImage: string): Kit => ({
  engine,
  run,
  probeImage,
  volume: `rematch-${run}`,
  cpus: { subject: "0", helpers: "1" },
  memoryBytes: 512 * MIB,
  sameKernel: true,
  pids: 256,
});

/** Takes the engine as the main job does, so that tests and runs on one machine keep out of each other's way. */
export async function openRun(tools?: readonly Tool[]): Promise<TestRun> {
  const kit = kitOf(runName(), (await helpers(tools)).image);
  const { run } = kit;
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const anchor = await takeEngine(engine, run, kit.probeImage, kit.volume);
      const close = async () => {
        anchor.probe.close();
        await removeRun(engine, run);
      };
      return { kit, anchor, close };
    } catch (error) {
      if (!(error instanceof EngineBusy) || Date.now() > deadline) {
        await removeRun(engine, run);
        throw error;
      }
      process.stderr.write(`waiting: ${error.message}\n`);
      await sleep(3000);
    }
  }
}

const ROUTE = { method: "GET", path: "/", status: 200, contentType: "application/json", body: '{"status":"ok"}' };

/** A program of the helper image as a subject; by default the fixture with these arguments. */
export function fixture(
  { probeImage }: Kit,
  options: string[] = [],
  { command = ["/rematch/fixture"], target = "fixture", arm = makeArm(target, "ok") }: Partial<FixtureOptions> = {},
): Guest {
  return {
    arm,
    image: probeImage,
    target: {
      ...{ about: "a server of known truth", runtime: "fixture", version: "1", dockerfile: "docker/probe/Dockerfile" },
      ...{ stage: "probe", args: {}, base: "bookworm", command: [...command, ...options] },
    },
    app: { about: "one answer", port: 3000, ready: "ok", routes: { ok: ROUTE } },
  };
}
interface FixtureOptions {
  command: string[];
  target: string;
  arm: Arm;
}

/** Opens a sandbox for as long as `use` takes. */
export async function inSandbox<T>(kit: Kit, guest: Guest, use: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const sandbox = await openSandbox(kit, guest);
  try {
    return await use(sandbox);
  } finally {
    await sandbox.close();
  }
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
};
