import { setTimeout as sleep } from "node:timers/promises";
import { type Container, type Engine, EngineError } from "../model/engine.ts";
import { KitError } from "../model/errors.ts";
import { Probe } from "./probe.ts";
import { labels } from "./sandbox.ts";

const NAME = "rematch-anchor";
const CONFLICT = 409;
/** Longer than a container takes from its creation to its start, on a busy machine too. */
const START_MS = 10_000;
const LOOK_MS = 100;
/** Refusals in a row behind which no anchor of ours was found, before the name counts as somebody else's. */
const OWNERLESS = 5;
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
  const container = await takeName(engine, run, create).catch(async (error) => {
    await removeRun(engine, run);
    throw error;
  });
  const channel = await container.attach();
  await container.start();
  // Who holds the name is the only run there is, so what carries another run's label belongs to a dead one.
  await reapOthers(engine, run);
  return { probe: new Probe(channel), ended: channel.ended };
}

/**
 * Creates the container with the lock's name. Throws EngineBusy where a living run has it, and KitError where a container
 * that is not ours has; that of a dead run is removed.
 */
async function takeName(engine: Engine, own: string, create: () => Promise<Container>): Promise<Container> {
  const deadline = Date.now() + START_MS;
  for (let ownerless = 0; ; await sleep(LOOK_MS)) {
    const conflict = await create().catch((error: unknown) => {
      if (error instanceof EngineError && error.status === CONFLICT) return error;
      throw error;
    });
    if (!(conflict instanceof EngineError)) return conflict;
    const anchors = (await engine.leftovers()).filter((left) => left.anchor && left.run !== own);
    const alive = anchors.find(({ running }) => running);
    if (alive) throw new EngineBusy(alive.run);
    // It may have been removed since; time and again it is somebody else's.
    ownerless = anchors.length === 0 ? ownerless + 1 : 0;
    if (ownerless >= OWNERLESS) throw notOurs(conflict);
    // Only those seen here: by now another run may have taken the name, and not have started its anchor yet.
    for (const anchor of anchors) if (!anchor.starting || Date.now() > deadline) await engine.removeLeftover(anchor);
  }
}

function notOurs(conflict: EngineError): KitError {
  const id = /by container "?([0-9a-f]{12})/.exec(conflict.message)?.[1] ?? "somebody else's";
  return new KitError(
    `container ${id} has the name ${NAME} and is not ours; with that name a run holds the engine`,
    `give it another name: docker rename ${NAME} OTHER-NAME`,
    { cause: conflict },
  );
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
