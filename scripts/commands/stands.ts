import type { Builder } from "../images/builder.ts";
import type { Footprint } from "../images/footprint-schema.ts";
import { buildHelpers } from "../images/images.ts";
import type { SizeCache } from "../images/size-cache.ts";
import { type Load, STANDS, type Stand, type StandResult } from "../images/stand.ts";
import { type Built, buildStand, removeImages } from "../images/stand-build.ts";
import { type Anchor, EngineBusy, removeRun, takeEngine } from "../measure/anchor.ts";
import { awaitReady, StartFailure, stopProgram } from "../measure/process.ts";
import { type Guest, openSandbox, type Kit as SandboxKit } from "../measure/sandbox.ts";
import { makeArm } from "../model/cell.ts";
import type { App, Target } from "../model/target.ts";
import { MEMORY_BYTES, PIDS } from "../plan/plan.ts";
import { busy } from "./kit.ts";

/** A subject whose program is to be put on every base. */
export interface StandSubject {
  target: string;
  app: string;
  about: { target: Target; app: App };
  /** Of its own image, which `load` names with its base. */
  footprint: Footprint;
  load: Load;
}

/**
 * Every program on every base: each image is built, and started in a sandbox with the limits of a measured subject until
 * its first answer that meets the contract. Sizes are given of those alone that started.
 *
 * Holds the engine meanwhile, as a run does; removes its images and containers at the end, however it ends.
 */
export async function standResults(
  builder: Builder,
  subjects: readonly StandSubject[],
  cache: SizeCache,
): Promise<StandResult[]> {
  const { engine, progress, signal } = builder;
  const run = `stands-${process.pid}`;
  const images: string[] = [];
  const helpers = await buildHelpers(builder);
  const stop = () => void removeRun(engine, run).catch(() => {});
  signal?.addEventListener("abort", stop);
  let anchor: Anchor | null = null;
  try {
    anchor = await takeEngine(engine, run, helpers.image, `rematch-${run}`);
    const kit: SandboxKit = {
      ...{ engine, run, probeImage: helpers.image, volume: `rematch-${run}`, memoryBytes: MEMORY_BYTES, pids: PIDS },
      // Nothing is timed, so no CPU is set apart.
      ...{ cpus: { subject: "", helpers: "" }, sameKernel: false },
    };
    const results: StandResult[] = [];
    for (const [at, subject] of subjects.entries()) {
      const { name } = subject.footprint;
      const all: { on: Stand; built: Built; because: string | null }[] = [];
      for (const [nth, on] of STANDS.entries()) {
        signal?.throwIfAborted();
        const done = at * STANDS.length + nth;
        progress.step({ what: `${name} on ${on}`, next: [], done, total: subjects.length * STANDS.length, left: null });
        const built = await buildStand(builder, name, on, subject.load, cache);
        if (built.footprint !== null) images.push(built.image);
        all.push({ on, built, because: built.because ?? (await whyNoStart(kit, subject, built.image)) });
      }
      // From scratch there is nothing else in the image.
      const own = all.find(({ on }) => on === "scratch")?.built.footprint?.unpackedBytes ?? null;
      results.push(...all.map(({ on, built, because }) => resultOf(name, on, own, built, because)));
    }
    return results;
  } catch (error) {
    throw error instanceof EngineBusy ? busy(error.run) : error;
  } finally {
    anchor?.probe.close();
    signal?.removeEventListener("abort", stop);
    await removeRun(engine, run);
    await removeImages(images);
  }
}

function resultOf(
  subject: string,
  on: Stand,
  ownBytes: number | null,
  { footprint }: Built,
  because: string | null,
): StandResult {
  const starts = because === null;
  return {
    ...{ subject, on, ownBytes, starts, because },
    unpackedBytes: starts ? (footprint?.unpackedBytes ?? null) : null,
    compressedBytes: starts ? (footprint?.compressedBytes ?? null) : null,
  };
}

/** Starts an image as a measured subject is started; null once it answers as the contract says, else why it does not. */
async function whyNoStart(
  kit: SandboxKit,
  { target, app, about }: StandSubject,
  image: string,
): Promise<string | null> {
  const guest: Guest = { arm: makeArm(target, app, { cpu: "none" }), image, ...about };
  const sandbox = await openSandbox(kit, guest);
  try {
    await awaitReady(sandbox.probe, guest, "launch");
    await stopProgram(sandbox.probe);
    return null;
  } catch (error) {
    if (error instanceof StartFailure) return error.message;
    throw error;
  } finally {
    await sandbox.close();
  }
}
