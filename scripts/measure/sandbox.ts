import type { Arm } from "../model/cell.ts";
import { type Container, type Engine, EngineError } from "../model/engine.ts";
import { type App, type Contract, contractOf, type Program, type Target } from "../model/target.ts";
import type { Limits } from "./limits.ts";
import { Probe } from "./probe.ts";

/** What every sandbox of a run has in common. */
export interface Kit {
  engine: Engine;
  run: string;
  /** Image of the helper: launcher, probe, load tools. */
  probeImage: string;
  /** Volume that holds the launcher. */
  volume: string;
  /** CPUs as kernel lists. */
  cpus: { subject: string; helpers: string };
  memoryBytes: number;
  pids: number;
  /** Whether runner and engine are on one kernel, so that the runner's clock is the probe's. */
  sameKernel: boolean;
}

/** A subject to be put into a sandbox. */
export interface Guest {
  arm: Arm;
  image: string;
  target: Target;
  app: App;
}

/** A program that ends by itself, to be put into a sandbox. */
export interface ProgramGuest extends Omit<Guest, "app"> {
  program: Program;
}

const portOf = (guest: Pick<Guest, "app"> | Pick<ProgramGuest, "program">): number | null =>
  "app" in guest ? guest.app.port : null;

/** Where a subject is asked, within its namespace as on the host. */
export const LOOPBACK = "127.0.0.1";

/** What a route of the guest must answer, its app's `ready` route where none is named. */
export const contractFor = ({ app, arm, target }: Guest, route = app.ready): Contract =>
  contractOf(app, route, arm.env, target.dependencies);

/** Open files for subjects and helpers alike: the runtimes size tables by it, so it must not be the host's chance. */
const OPEN_FILES = 16_384;
/** uid of subjects: not root, so that they cannot command the launcher. */
const SUBJECT_USER = 65_532;
const TMP_BYTES = 64 * 1024 * 1024;
const HELPER = { user: 0, nofile: OPEN_FILES, readOnly: true, tmpBytes: TMP_BYTES };

/** The containers of one visit. `close` removes them whatever happened. */
export interface Sandbox {
  probe: Probe;
  /**
   * What runs load tools, and the address at which they reach the subject: the probe on loopback, else from outside. Null for
   * a program that listens nowhere.
   */
  load: { from: Probe; host: string; port: number } | null;
  subject: Container;
  limits: Limits;
  close(): Promise<void>;
}

export const labels = (run: string): Record<string, string> => ({ "rematch.run": run });

/**
 * A network namespace held by a container that does nothing: with loopback only or, where a `network` of the engine is
 * given, in that too with the subject's port published. That port is kept out of the ports that connections are given: a
 * poll that came to stand on it would keep the subject from listening.
 */
export async function openNamespace(
  kit: Kit,
  guest: Guest | ProgramGuest,
  network: string | null = null,
): Promise<Container> {
  const port = portOf(guest);
  const pause = await kit.engine.create({
    image: kit.probeImage,
    entrypoint: ["/rematch/pause"],
    labels: labels(kit.run),
    networkOf: null,
    ...(network === null || port === null ? {} : { published: { network, port } }),
    cpuset: kit.cpus.helpers,
    ...HELPER,
    sysctls: {
      ...(port === null ? {} : { "net.ipv4.ip_local_reserved_ports": String(port) }),
      // A connection per request needs more ports than the default range has.
      ...(guest.arm.keepAlive ? {} : { "net.ipv4.ip_local_port_range": "1024 65535" }),
    },
  });
  await pause.start();
  return pause;
}

/** Creates the subject's container: launcher as PID 1, limits of the arm. Not started. */
export async function createSubject(kit: Kit, guest: Guest | ProgramGuest, namespace: string, immediately: boolean) {
  const { arm, target } = guest;
  const port = portOf(guest);
  const limits: Limits = {
    cpus: arm.cpu === "cpuset" ? kit.cpus.subject : null,
    quota: arm.cpu === "quota" ? 1 : null,
    memoryBytes: kit.memoryBytes,
    pids: kit.pids,
  };
  const subject = await kit.engine.create({
    image: guest.image,
    entrypoint: ["/rematch/launcher", ...(immediately ? ["--now"] : []), "--", ...target.command],
    env: { ...(port === null ? {} : { PORT: String(port) }), ...arm.env },
    labels: labels(kit.run),
    networkOf: namespace,
    cpuset: limits.cpus,
    nanoCpus: limits.quota === null ? null : limits.quota * 1e9,
    memoryBytes: limits.memoryBytes,
    pids: limits.pids,
    user: SUBJECT_USER,
    readOnly: true,
    tmpBytes: TMP_BYTES,
    volumes: { [kit.volume]: "/rematch" },
    nofile: OPEN_FILES,
  });
  return { subject, limits };
}

/** Starts the helper in a namespace; with `pidsOf` it sees the subject's processes and may read and trace them. */
export async function startProbe(kit: Kit, namespace: string, pidsOf: string | null) {
  const container = await kit.engine.create({
    image: kit.probeImage,
    entrypoint: ["/rematch/probe"],
    labels: labels(kit.run),
    networkOf: namespace,
    pidsOf,
    cpuset: kit.cpus.helpers,
    capabilities: pidsOf ? ["SYS_PTRACE", "KILL"] : [],
    stdin: true,
    ...HELPER,
  });
  const channel = await container.attach();
  await container.start();
  return { container, probe: new Probe(channel) };
}

/** A network of one sandbox alone. */
async function openNetwork(kit: Kit) {
  const name = `rematch-${kit.run}-published`;
  const id = await kit.engine.createNetwork(name, labels(kit.run));
  const left = { kind: "network", id, run: kit.run, running: false, starting: false, anchor: false } as const;
  return { name, remove: () => kit.engine.removeLeftover(left) };
}

/** A helper on the engine's host itself: a load tool there reaches a published port as any client of the host does. */
async function startOutside(kit: Kit) {
  const container = await kit.engine.create({
    image: kit.probeImage,
    entrypoint: ["/rematch/probe"],
    labels: labels(kit.run),
    networkOf: null,
    hostNetwork: true,
    cpuset: kit.cpus.helpers,
    stdin: true,
    ...HELPER,
  });
  const channel = await container.attach();
  await container.start();
  return { container, probe: new Probe(channel) };
}

/** Opens the sandbox of one visit: namespace, subject with a waiting launcher, probe. */
export async function openSandbox(kit: Kit, guest: Guest | ProgramGuest): Promise<Sandbox> {
  const opened: Pick<Container, "remove">[] = [];
  const close = async () => {
    // The namespace's owner goes last of the containers, since the others live in it, and its network after it.
    for (const one of opened.splice(0).reverse()) await one.remove();
  };
  try {
    const network = guest.arm.path === "published" ? await openNetwork(kit) : null;
    if (network) opened.push(network);
    const pause = await openNamespace(kit, guest, network?.name);
    opened.push(pause);
    const { subject, limits } = await createSubject(kit, guest, pause.id, false);
    opened.push(subject);
    await subject.start();
    const { container, probe } = await startProbe(kit, pause.id, subject.id);
    opened.push(container);
    const outside = network ? await startOutside(kit) : null;
    if (outside) opened.push(outside.container);
    const closeAll = async () => {
      outside?.probe.close();
      probe.close();
      await close();
    };
    const port = portOf(guest);
    const hostPort = outside && port !== null ? await pause.hostPort(port) : port;
    if (hostPort === null && port !== null)
      throw new EngineError(`the engine published no port for ${port} of the subject`);
    const load = hostPort === null ? null : { from: outside?.probe ?? probe, host: LOOPBACK, port: hostPort };
    return { probe, load, subject, limits, close: closeAll };
  } catch (error) {
    await close();
    throw error;
  }
}
