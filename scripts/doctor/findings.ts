import { access, constants, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { type Engine, EngineError } from "../model/engine.ts";
import { InputError, KitError } from "../model/errors.ts";
import { fileTrouble } from "../model/file-trouble.ts";
import type { Abilities, Machine } from "../model/machine.ts";
import type { EngineInfo, Host } from "../model/run.ts";
import type { Calibrated } from "./calibration-check.ts";

/** What is wrong, and what helps. */
export interface Trouble {
  what: string;
  next: string;
}

/** An image that builds stand on. */
export interface BaseImage {
  name: string;
  source: string;
  present: boolean;
  /** Why the engine cannot get it; null where it can, or need not. */
  trouble: string | null;
  next: string;
}

/** What the doctor looks at, and how it reaches what other stages know. */
export interface Patient {
  /** Throws KitError where no engine answers. */
  reach(): Promise<Engine>;
  helperImage: string;
  /** Folder of all runs, which need not be there yet; `refuse` throws InputError where what is written there gets lost. */
  results: string;
  refuse(results: string): void;
  images(engine: Engine): Promise<BaseImage[]>;
  /** The run that measures right now; null when none does. */
  living(engine: Engine): Promise<string | null>;
  /** Looks at the engine's machine by a helper; called only while no run measures and the helper's image is there. */
  look(engine: Engine, architecture: string): Promise<{ host: Host; machine: Machine }>;
  /** The last calibration of that machine; null where there is none. Throws InputError where it cannot be read. */
  calibrated(host: Host, info: EngineInfo): Promise<Calibrated | null>;
}

/** What was found on an engine that answers. */
export interface EngineFindings {
  info: EngineInfo;
  abilities: Abilities;
  images: BaseImage[];
  helperImage: boolean;
  living: string | null;
  /** Containers, networks and volumes of ended runs. */
  leftovers: number;
  /** What a helper saw on the engine's machine; null where none could look, with the trouble if that is one. */
  seen: { host: Host; machine: Machine } | null;
  lookTrouble: Trouble | null;
  /** Null where the machine was never calibrated, or not seen. */
  calibrated: Calibrated | Trouble | null;
}

export interface Findings {
  /** What of docker buildx says its version; null where it does not run. */
  buildx: string | null;
  results: { path: string; freeBytes: number } | Trouble;
  engine: EngineFindings | Trouble;
}

/** Looks at everything that can be looked at; one thing that cannot keeps none of the others from being seen. */
export async function findings(patient: Patient): Promise<Findings> {
  const { execa } = await import("execa");
  const buildx = await execa("docker", ["buildx", "version"], { reject: false });
  return {
    buildx: buildx.failed ? null : buildx.stdout,
    results: await resultsFindings(patient).catch(troubleOf),
    engine: await engineFindings(patient).catch(troubleOf),
  };
}

async function engineFindings(patient: Patient): Promise<EngineFindings> {
  const engine = await patient.reach();
  const living = await patient.living(engine);
  const helper = await engine.image(patient.helperImage);
  const found = {
    ...{ info: await engine.info(), abilities: await engine.abilities(), images: await patient.images(engine) },
    ...{ helperImage: helper !== null, living, leftovers: (await engine.leftovers()).length },
  };
  if (helper === null || living !== null) return { ...found, seen: null, lookTrouble: null, calibrated: null };
  const seen = await patient.look(engine, helper.architecture).catch(troubleOf);
  if ("what" in seen) return { ...found, seen: null, lookTrouble: seen, calibrated: null };
  const calibrated = await patient.calibrated(seen.host, found.info).catch(troubleOf);
  return { ...found, seen, lookTrouble: null, calibrated };
}

/** Free bytes where runs are, or will be, written. Throws where they cannot be. */
async function resultsFindings({ results: path, refuse }: Patient): Promise<{ path: string; freeBytes: number }> {
  refuse(path);
  let folder = path;
  for (;;) {
    try {
      await access(folder, constants.W_OK);
      const { bavail, bsize } = await statfs(folder);
      return { path, freeBytes: bavail * bsize };
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT" && dirname(folder) !== folder;
      if (!isMissing) throw fileTrouble(error, { doing: "write results to", path }) ?? error;
      folder = dirname(folder);
    }
  }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof KitError) return { what: error.what, next: error.next };
  if (error instanceof InputError) return { what: error.message, next: "choose it as said there" };
  if (error instanceof EngineError) return { what: error.message, next: "see what the engine says: docker info" };
  throw error;
}
