import type { Container } from "../model/engine.ts";
import { StartFailure } from "./process.ts";

/** Lines kept of a failed subject's log. */
const KEPT = 20;
/** Lines looked at: the launcher writes one at every end of the program, as often as a round has trials. */
const LOOKED_AT = 200;
const LAUNCHERS = /^rematch-launcher: /;
const MIB = 1024 * 1024;

/** A failure of a visit with what its subject left. */
export interface LastWords {
  /** The subject's own last lines, without those of the launcher. */
  log: string;
  /** Whether the kernel has killed something in its container for want of memory; null where the engine cannot tell. */
  outOfMemory: boolean | null;
}

/** The error with the subject's last words; a start that the kernel ended says so. */
export async function withLastWords(
  error: Error,
  subject: Container,
  memoryBytes: number,
): Promise<Error & Partial<LastWords>> {
  const state = await subject.state().catch(() => null);
  const lines = (await subject.logs(LOOKED_AT).catch(() => "")).split("\n").filter((line) => !LAUNCHERS.test(line));
  const log = lines.join("\n").trimEnd().split("\n").slice(-KEPT).join("\n");
  const outOfMemory = state?.outOfMemory ?? null;
  const told =
    error instanceof StartFailure && outOfMemory
      ? new StartFailure(`${error.message}: the kernel killed it, out of memory at ${memoryBytes / MIB} MiB`, {
          cause: error,
        })
      : error;
  return Object.assign(told, { log, outOfMemory });
}
