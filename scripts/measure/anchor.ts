import { type Container, type Engine, EngineError } from "../model/engine.ts";
import { Probe } from "./probe.ts";
import { labels } from "./sandbox.ts";

const NAME = "rematch-anchor";
const CONFLICT = 409;

/** Another run is measuring on this engine: both would spoil each other's numbers. */
export class EngineBusy extends Error {
  override name = "EngineBusy";
}

/** The run's hold on the engine: while the runner lives, no other run starts. */
export interface Anchor {
  /** A helper outside any sandbox: reads the host. */
  probe: Probe;
  release(): Promise<void>;
}

/**
 * Takes the engine for one run. A container's name is unique on an engine, so the name is the lock; its stdin is the
 * runner's connection, so that it ends when the runner is killed. What a killed run left behind is removed by its label,
 * and nothing else is. Throws EngineBusy while another runner lives.
 */
export async function takeEngine(engine: Engine, run: string, probeImage: string, volume: string): Promise<Anchor> {
  await engine.createVolume(volume, labels(run));
  const create = () =>
    engine.create({
      name: NAME,
      image: probeImage,
      entrypoint: ["/rematch/probe"],
      labels: { ...labels(run), "rematch.anchor": "true" },
      networkOf: null,
      cpuset: null,
      user: 0,
      readOnly: true,
      // The first mount of an empty volume fills it with the image's /rematch.
      volumes: { [volume]: "/rematch" },
      nofile: 1024,
      stdin: true,
    });
  let container: Container;
  try {
    container = await create();
  } catch (error) {
    if (!(error instanceof EngineError) || error.status !== CONFLICT) throw error;
    await reapDead(engine, run);
    container = await create();
  }
  const channel = await container.attach();
  await container.start();
  const probe = new Probe(channel);
  return {
    probe,
    release: async () => {
      probe.close();
      await container.remove();
    },
  };
}

/** Removes what runs before this one left, unless one of them still lives. */
async function reapDead(engine: Engine, own: string): Promise<void> {
  const others = (await engine.leftovers()).filter((left) => left.run !== own);
  const alive = await livingRun(engine, own);
  if (alive) {
    await removeRun(engine, own);
    throw new EngineBusy(
      `run ${alive} is measuring on this engine; two at once would spoil each other: wait for its end`,
    );
  }
  for (const left of inOrder(others)) await engine.removeLeftover(left);
}

/** The run whose anchor is alive, null when there is none; `except` is left out. */
export async function livingRun(engine: Engine, except?: string): Promise<string | null> {
  const alive = (await engine.leftovers()).filter((left) => left.anchor && left.running && left.run !== except);
  return alive[0]?.run ?? null;
}

const ORDER = { container: 0, network: 1, volume: 2 };
const inOrder = <T extends { kind: keyof typeof ORDER }>(left: T[]): T[] =>
  [...left].sort((a, b) => ORDER[a.kind] - ORDER[b.kind]);

/** Removes everything that carries the run's label; with no run given, everything of ours. Returns how many. */
export async function removeRun(engine: Engine, run?: string): Promise<number> {
  const left = inOrder(await engine.leftovers(run));
  for (const one of left) await engine.removeLeftover(one);
  return left.length;
}
