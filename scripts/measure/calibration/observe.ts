import type { Observation } from "../../model/calibration.ts";
import type { Reading } from "../reading.ts";
import type { Guest, Kit, Sandbox } from "../sandbox.ts";
import { openSandbox } from "../sandbox.ts";

/** A void reading is taken again at most this often, as in a run. */
const RETRIES = 2;

/** What every part of a calibration is given. */
export interface Calibration {
  kit: Kit;
  /** Image of the fixture. */
  image: string;
  /** Takes an observation; a value that could not be measured is none. */
  observe(observation: { quantity: string; truth: number; value: number | null | undefined }): void;
  /** Throws when the calibration was interrupted. */
  check(): void;
}

/** Keeps the observations that are numbers. */
export function collector(): Pick<Calibration, "observe"> & { observations: Observation[] } {
  const observations: Observation[] = [];
  return {
    observations,
    observe: ({ quantity, truth, value }) => {
      if (Number.isFinite(truth) && typeof value === "number") observations.push({ quantity, truth, value });
    },
  };
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

/** Takes a reading until one is not void; null where all tries were. */
export async function untilValid<T extends { reading: Reading }>(
  { check }: Pick<Calibration, "check">,
  take: () => Promise<T>,
): Promise<T | null> {
  for (let tries = 0; tries <= RETRIES; tries++) {
    check();
    const taken = await take();
    if (taken.reading.void === null) return taken;
  }
  return null;
}
