import { statfs } from "node:fs/promises";
import { execa } from "execa";
import type { Engine } from "../model/engine.ts";
import { KitError } from "../model/errors.ts";
import type { Host, SubjectInfo } from "../model/run.ts";
import type { Findings } from "./checks.ts";

/** What the doctor looks at, and how it reaches what other stages know. */
export interface Patient {
  /** Throws KitError where no engine answers. */
  reach(): Promise<Engine>;
  base: SubjectInfo["base"];
  helperImage: string;
  /** Folder whose disk is looked at. */
  folder: string;
  /** The run that measures right now; null when none does. */
  living(engine: Engine): Promise<string | null>;
  /** Reads the host by a helper; called only while no run measures and the helper's image is there. */
  host(engine: Engine, architecture: string): Promise<Host>;
}

/** Looks at everything that can be looked at; what cannot is null, with the engine's own words on why. */
export async function findings(patient: Patient): Promise<Findings> {
  const { base, folder } = patient;
  const { bavail, bsize } = await statfs(folder);
  const buildx = await execa("docker", ["buildx", "version"], { reject: false });
  const common = { buildx: buildx.failed ? null : buildx.stdout, freeBytes: bavail * bsize };
  const nothing = { living: null, leftovers: 0, host: null, helperImage: false, base: { ...base, present: false } };
  let engine: Engine;
  try {
    engine = await patient.reach();
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    return { ...common, ...nothing, engine: null, engineTrouble: error };
  }
  const living = await patient.living(engine);
  const leftovers = (await engine.leftovers()).length;
  const helper = await engine.image(patient.helperImage);
  return {
    ...common,
    engine: await engine.info(),
    engineTrouble: null,
    host: helper && !living ? await patient.host(engine, helper.architecture) : null,
    base: { ...base, present: (await engine.image(base.name)) !== null },
    helperImage: helper !== null,
    living,
    leftovers,
  };
}
