import { setTimeout as sleep } from "node:timers/promises";
import { type Container, type Engine, EngineError } from "../model/engine.ts";
import { Probe } from "./probe.ts";
import { labels } from "./sandbox.ts";

const NAME = "rematch-anchor";
const CONFLICT = 409;
/** Longer than a container takes from its creation to its start. */
const START_MS = 1000;
/** Removals of what another removal still holds, such as a volume whose container is being removed. */
const REMOVALS = 20;

/** Another run is measuring on this engine: both would spoil each other's numbers. */
export class EngineBusy extends Error {
  override name = "EngineBusy";
  readonly run: string;
  constructor(run: string) {
    super(`run ${run} is measuring on this engine`);
    this.run = run;
  }
}

/** The run's hold on the engine: while the runner lives, no other run starts. `removeRun` ends it with the rest. */
export interface Anchor {
  /** A helper outside any sandbox: reads the host. */
  probe: Probe;
  /** Resolves when the hold has ended, by the run itself or by others: from then on another run may start. */
  ended: Promise<void>;
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
    await refuseWhileAlive(engine, run);
    await reapOthers(engine, run);
    container = await create();
  }
  // Who holds the name is the only run there is, so what carries another run's label belongs to a dead one.
  await reapOthers(engine, run);
  const channel = await container.attach();
  await container.start();
  return { probe: new Probe(channel), ended: channel.ended };
}

/** Throws EngineBusy where another run lives, after removing what this one made. */
async function refuseWhileAlive(engine: Engine, own: string): Promise<void> {
  let alive = await livingRun(engine, own);
  if (!alive) {
    // A run that took the name this very moment has not started its anchor yet.
    await sleep(START_MS);
    alive = await livingRun(engine, own);
  }
  if (!alive) return;
  await removeRun(engine, own);
  throw new EngineBusy(alive);
}

/** Removes what runs before this one left. */
async function reapOthers(engine: Engine, own: string): Promise<void> {
  const others = (await engine.leftovers()).filter((left) => left.run !== own);
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

/**
 * Removes everything that carries the run's label; with no run given, everything of ours. Looks again until nothing is
 * left, since a visit that is being interrupted may create one more container. Returns how many were found.
 */
export async function removeRun(engine: Engine, run?: string): Promise<number> {
  const removed = new Set<string>();
  for (let attempt = 0; attempt < REMOVALS; attempt++) {
    const left = inOrder(await engine.leftovers(run));
    if (left.length === 0) break;
    if (attempt > 0) await sleep(100);
    for (const one of left) await engine.removeLeftover(one);
    for (const { kind, id } of left) removed.add(`${kind} ${id}`);
  }
  return removed.size;
}
