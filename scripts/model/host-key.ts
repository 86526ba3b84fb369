import { createHash } from "node:crypto";
import { z } from "zod";

/**
 * What makes a machine the same one as far as the instrument's error goes: processor, number of CPUs, kernel, version of
 * cgroups, engine. Not its boot, its name or its memory, which leave the error as it is.
 */
export const keyedHostSchema = z.strictObject({
  /** Short digest of the rest: names the folder of what is known of this machine. */
  key: z.string(),
  cpuModel: z.string(),
  architecture: z.string(),
  cpus: z.number().int(),
  kernel: z.string(),
  cgroupVersion: z.enum(["1", "2"]),
  engine: z.string(),
});
export type KeyedHost = z.infer<typeof keyedHostSchema>;

const KEY_LENGTH = 12;

/** @param engine its version */
export function keyedHost(host: Omit<KeyedHost, "key" | "engine">, engine: string): KeyedHost {
  const { cpuModel, architecture, cpus, kernel, cgroupVersion } = host;
  const facts = { cpuModel, architecture, cpus, kernel, cgroupVersion, engine };
  const key = createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, KEY_LENGTH);
  return { key, ...facts };
}
