import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { execa } from "execa";
import type { Engine } from "../model/engine.ts";
import { KitError } from "../model/errors.ts";
import { type EngineAddress, engineAddress } from "./address.ts";
import { connectEngine } from "./engine.ts";

/** An engine answers this within tens of milliseconds; one that is far away or busy within a few seconds. */
const PATIENCE_MS = 10_000;

/**
 * An engine that answers, where builds by the docker command go too. Throws KitError with the address that was tried, why
 * nothing answers there, and what helps.
 */
export async function reachEngine(env: NodeJS.ProcessEnv = process.env, patienceMs = PATIENCE_MS): Promise<Engine> {
  const address = engineAddress(env, env.DOCKER_HOST ? null : await contextHost(env));
  const engine = connectEngine(address.options);
  try {
    await engine.info(AbortSignal.timeout(patienceMs));
    return engine;
  } catch (error) {
    throw unreachable(address, (error as Error).cause ?? error, patienceMs);
  }
}

/** The address of the docker context in use; null where there is no docker command to ask. */
async function contextHost(env: NodeJS.ProcessEnv): Promise<string | null> {
  const words = ["context", "inspect", "--format", "{{.Endpoints.docker.Host}}"];
  const asked = await execa("docker", words, { reject: false, env, extendEnv: false, stdin: "ignore" });
  if (asked.code === "ENOENT") return null;
  // Another engine instead of the one that was meant would be measured, and cleaned.
  if (asked.failed) {
    const why = asked.stderr.split("\n", 1)[0] || asked.shortMessage;
    throw new KitError(
      `the docker context in use cannot be read: ${why}`,
      "docker context ls shows those there are; or: unset DOCKER_CONTEXT",
    );
  }
  return asked.stdout.trim() || null;
}

function unreachable({ text, chosen, options }: EngineAddress, cause: unknown, patienceMs: number): KitError {
  const { code, statusCode, message, name } = cause as NodeJS.ErrnoException & { statusCode?: number };
  const where = `no container engine answers at ${text}`;
  const start = chosen
    ? "start one there, or take this machine's: unset DOCKER_HOST && docker/up.sh"
    : "run docker/up.sh to start one";
  const told = (why: string, next = start) => new KitError(`${where}: ${why}`, next, { cause });
  if (name === "AbortError") return told(`it was silent for ${patienceMs / 1000} s`);
  if (statusCode !== undefined)
    return told(`what answers there is none (HTTP status ${statusCode}: ${message.trim()})`);
  if (code === "EACCES" || code === "EPERM") {
    const user = userInfo().username;
    return told(`user ${user} may not open it`, `run: sudo usermod -aG docker ${user}, then log in again`);
  }
  const path = options.socketPath;
  if (typeof path === "string") return told(socketTrouble(path, message), start);
  return told(CAUSES[code ?? ""] ?? `${message}`);
}

function socketTrouble(path: string, message: string): string {
  // More than this the kernel's address of a socket cannot hold (unix(7)).
  if (Buffer.byteLength(path) > 107) return "the path is longer than the 107 bytes a socket's can have";
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return "there is no such socket";
  return found.isSocket() ? `nothing listens on that socket (${message})` : "that is a file or folder, and no socket";
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (connection refused)",
  ECONNRESET: "what answers there hangs up; does it want TLS (DOCKER_TLS_VERIFY, DOCKER_CERT_PATH)?",
  ENOTFOUND: "its name cannot be resolved",
  EAI_AGAIN: "its name cannot be resolved",
  ETIMEDOUT: "it did not answer in time",
  EHOSTUNREACH: "no way leads there",
  ENETUNREACH: "no way leads there",
};
