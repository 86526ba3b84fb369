import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { DockerOptions } from "dockerode";
import { KitError } from "../model/errors.ts";

/** Where an engine is looked for. */
export interface EngineAddress {
  /** As the user would write it into DOCKER_HOST, a password in it left out: it is printed. */
  text: string;
  /** Whether somebody chose it, by DOCKER_HOST or by a docker context. */
  chosen: boolean;
  options: DockerOptions;
}

const DEFAULT = "unix:///var/run/docker.sock";
/** As the docker command has them. */
const PORT = { plain: 2375, tls: 2376 };
const SUPPORTED = "unix:///PATH/OF/SOCKET or tcp://HOST:PORT";

function refused(text: string, why: string, next: string): KitError {
  const where = JSON.stringify(withoutPassword(text));
  return new KitError(`no container engine can be reached at ${where} (DOCKER_HOST): ${why}`, next);
}

/** An address that may be printed, and kept in a log. */
const withoutPassword = (text: string): string => text.replace(/^([^/@]*:\/\/[^/@:]*):[^/]*@/, "$1:***@");

const REMEDY = `set DOCKER_HOST to ${SUPPORTED}, or take this machine's engine: unset DOCKER_HOST`;

/**
 * The engine's address: DOCKER_HOST, else that of the docker context in use, else the usual socket. With
 * DOCKER_TLS_VERIFY a TCP address is spoken to by TLS, with the certificates in DOCKER_CERT_PATH, as the docker command does.
 *
 * Throws KitError for an address that no engine can have, and for one that only the docker command understands: builds
 * and measurements would end up on different engines.
 */
export function engineAddress(env: NodeJS.ProcessEnv, context: string | null = null): EngineAddress {
  const chosen = env.DOCKER_HOST || (context === DEFAULT ? null : context);
  const text = chosen || DEFAULT;
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/.exec(text) ?? [];
  if (scheme === undefined) throw refused(text, "that is no address", REMEDY);
  const address = { text: withoutPassword(text), chosen: Boolean(chosen) };
  if (scheme === "unix") {
    if (!rest.startsWith("/")) throw refused(text, "the path of the socket is missing or not absolute", REMEDY);
    return { ...address, options: { socketPath: rest } };
  }
  if (scheme === "tcp") return { ...address, options: tcpOptions(text, env) };
  if (scheme === "ssh") throw refused(text, `ssh:// is not supported, only ${SUPPORTED}`, sshRemedy(text) ?? REMEDY);
  throw refused(text, `${scheme}:// is not supported, only ${SUPPORTED}`, REMEDY);
}

/** How to hand on the socket of an engine behind SSH; null where the address names no host that ssh would take as one. */
function sshRemedy(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const words = [url?.hostname ?? "", url?.username ?? ""];
  // What a shell or ssh would read as something other than a name is not put into a command to copy.
  if (url === null || !words.every((word) => /^([\w[][\w.:\]-]*)?$/.test(word)) || url.hostname === "") return null;
  const socket = /^\/[\w./-]+$/.test(url.pathname) ? url.pathname : "/var/run/docker.sock";
  const to = `${url.username ? `${url.username}@` : ""}${url.hostname.replace(/^\[|\]$/g, "")}`;
  const port = url.port ? `-p ${url.port} ` : "";
  return `hand the socket on: ssh ${port}-fNL /tmp/engine.sock:${socket} ${to} && export DOCKER_HOST=unix:///tmp/engine.sock`;
}

function tcpOptions(text: string, env: NodeJS.ProcessEnv): DockerOptions {
  const tls = Boolean(env.DOCKER_TLS_VERIFY);
  // The URL class knows no default port for tcp and so keeps the one given; it refuses a port beyond 65535.
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.port === "0") throw refused(text, "it has no valid host and port", REMEDY);
  if (url.hostname === "") throw refused(text, "the host is missing", REMEDY);
  if (url.username || url.password) throw refused(text, "an engine takes no user name or password", REMEDY);
  if (!["", "/"].includes(url.pathname)) throw refused(text, `the path ${url.pathname} is not supported`, REMEDY);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (tls ? PORT.tls : PORT.plain);
  return { host, port, protocol: tls ? "https" : "http", ...(tls ? certificates(text, env) : {}) };
}

function certificates(text: string, env: NodeJS.ProcessEnv): Pick<DockerOptions, "ca" | "cert" | "key"> {
  const folder = env.DOCKER_CERT_PATH || join(homedir(), ".docker");
  try {
    const [ca, cert, key] = ["ca.pem", "cert.pem", "key.pem"].map((name) => readFileSync(join(folder, name)));
    return { ca, cert, key };
  } catch (error) {
    const why = `DOCKER_TLS_VERIFY is set, and ${(error as Error).message}`;
    throw refused(text, why, "put ca.pem, cert.pem and key.pem into DOCKER_CERT_PATH, or: unset DOCKER_TLS_VERIFY");
  }
}
