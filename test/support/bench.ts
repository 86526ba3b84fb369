import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

export const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");

/** Starts the kit's command line as a process of its own. It never rejects: the exit code is the result. */
export const startBench = (args: string[], env: Record<string, string> = {}) =>
  execa(process.execPath, ["--import", "tsx", join(ROOT, "scripts", "bench.ts"), ...args], {
    ...{ cwd: ROOT, env, reject: false, stdin: "ignore", forceKillAfterDelay: false },
  });

/** Runs it to its end. */
export const bench = async (args: string[], env: Record<string, string> = {}) => startBench(args, env);
