import { statSync } from "node:fs";
import { KitError } from "../model/errors.ts";
import { Patience } from "./patience.ts";

/** One call of `docker buildx build`. */
export interface Build {
  /** Folder sent to the engine, and the Dockerfile, read from standard input where `text` is given. */
  context: string;
  dockerfile: string | { text: string };
  stage?: string;
  args?: Readonly<Record<string, string>>;
  /** Name of the image that results, or a folder that gets the stage's files. */
  to: { image: string } | { folder: string };
  /** Folders that stand for stages of the Dockerfile, by the stage's name. */
  contexts?: Readonly<Record<string, string>>;
  /** Minutes after which it is given up; absent for the usual time. */
  minutes?: number | undefined;
  /** Whether commands of the Dockerfile have a network. */
  offline?: boolean;
}

export interface BuildEnd {
  ok: boolean;
  /** The whole plain log, begun by the command. */
  log: string;
  /** Why the build was given up; null if it ended by itself. */
  givenUp: string | null;
}

const NO_ENGINE = /Cannot connect to the Docker daemon|error during connect|failed to connect to the docker API/;
const NO_BUILDX = /is not a docker command|unknown command: docker buildx|unknown flag: --(load|progress|provenance)/;

/** Arguments of `docker` for a build, without what only this machine needs (the certificates' place). */
export function buildArguments(build: Build): string[] {
  const { context, dockerfile, stage, args = {}, contexts = {}, to, offline } = build;
  return [
    ...["buildx", "build", "--provenance=false", "--progress=plain"],
    ...["--file", typeof dockerfile === "string" ? dockerfile : "-"],
    ...(stage ? ["--target", stage] : []),
    ...Object.entries(args).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]),
    ...Object.entries(contexts).flatMap(([name, folder]) => ["--build-context", `${name}=${folder}`]),
    ...(offline ? ["--network", "none"] : []),
    ...("image" in to ? ["--load", "--tag", to.image] : ["--output", `type=local,dest=${to.folder}`]),
    context,
  ];
}

/**
 * Runs a build to its end, of whatever kind. An abort kills it and throws the signal's reason.
 *
 * Throws KitError where nothing can be built at all: no docker, no buildx, no engine.
 */
export async function runBuild(build: Build, signal?: AbortSignal): Promise<BuildEnd> {
  signal?.throwIfAborted();
  const seconds = () => performance.now() / 1000;
  const patience = new Patience(seconds(), build.minutes);
  const stuck = new AbortController();
  const shown = buildArguments(build);
  const { execa } = await import("execa");
  const child = execa("docker", [...shown.slice(0, -1), ...certificates(process.env), ...shown.slice(-1)], {
    all: true,
    reject: false,
    cancelSignal: signal ? AbortSignal.any([signal, stuck.signal]) : stuck.signal,
    env: { PROGRESS_NO_TRUNC: "1" },
    input: typeof build.dockerfile === "string" ? "" : build.dockerfile.text,
    maxBuffer: 256 * 1024 * 1024,
  });
  let givenUp: string | null = null;
  const clock = setInterval(() => {
    givenUp ??= patience.lost(seconds());
    if (givenUp !== null) stuck.abort();
  }, 1000);
  try {
    for await (const line of child.iterable({ from: "all" })) patience.hear(line, seconds());
  } catch {
    // A failed build is no surprise: its end is read below.
  } finally {
    clearInterval(clock);
  }
  const { failed, all = "", code, shortMessage } = await child;
  signal?.throwIfAborted();
  if (code === "ENOENT") throw new KitError("the docker command was not found", "run docker/up.sh to install it");
  if (failed && NO_BUILDX.test(all))
    throw new KitError("docker has no buildx plugin", "run docker/up.sh to install it");
  if (failed && NO_ENGINE.test(all)) throw new KitError("no container engine answers", "run docker/up.sh to start one");
  const said = all === "" && failed ? `ERROR: ${shortMessage}` : all;
  return { ok: !failed, log: `$ docker ${quoted(shown)}\n${said}\n`, givenUp };
}

/** Certificates of a proxy that re-signs TLS, as a build secret; nothing where there are none. */
function certificates(env: NodeJS.ProcessEnv): string[] {
  const file = env.REMATCH_CA_FILE || env.NODE_EXTRA_CA_CERTS;
  const size = file ? (statSync(file, { throwIfNoEntry: false })?.size ?? 0) : 0;
  return file && size > 0 ? ["--secret", `id=ca,src=${file}`] : [];
}

const quoted = (words: string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
