import type { Abilities } from "./machine.ts";
import type { EngineInfo } from "./run.ts";

/** A container as the kit asks for it. Whatever is not named here is the engine's default. */
export interface ContainerSpec {
  /** Set only where the name itself is the point (the anchor of a run). */
  name?: string;
  image: string;
  entrypoint: string[];
  env?: Record<string, string>;
  labels: Record<string, string>;
  /** Id of the container whose network namespace is joined; null for one of its own with loopback alone. */
  networkOf: string | null;
  /** A network of the engine to join instead, with this port of the container published on 127.0.0.1 of the host. */
  published?: { network: string; port: number };
  /** The engine's host's own network instead: for a load tool that has to come from outside. */
  hostNetwork?: boolean;
  /** Id of the container whose PID namespace is joined; null for one of its own. */
  pidsOf?: string | null;
  /** CPUs as a kernel list; null for all. */
  cpuset: string | null;
  /** CPU quota in billionths of a CPU; null for none. */
  nanoCpus?: number | null;
  /** Memory and memory + swap alike, in bytes; null for no limit. */
  memoryBytes?: number | null;
  pids?: number | null;
  /** uid the program runs as. */
  user: number;
  /** Capabilities kept; all others are dropped. */
  capabilities?: string[];
  readOnly?: boolean;
  /** Volume name → path, mounted read-only. */
  volumes?: Record<string, string>;
  /** Bytes of a tmpfs on /tmp; absent for none. */
  tmpBytes?: number;
  nofile: number;
  sysctls?: Record<string, string>;
  /** Keep stdin open for one attached client; it ends when that client goes away. */
  stdin?: boolean;
}

/** Lines to and from an attached container. `read` resolves to null once the container's output has ended. */
export interface Channel {
  write(line: string): void;
  read(): Promise<string | null>;
  /** Resolves once the container's output has ended, whoever ended it. */
  ended: Promise<void>;
  close(): void;
}

export interface ContainerState {
  running: boolean;
  exitCode: number | null;
  outOfMemory: boolean;
}

export interface Container {
  id: string;
  attach(): Promise<Channel>;
  start(): Promise<void>;
  state(): Promise<ContainerState>;
  /**
   * The port of 127.0.0.1 on the host that a published port of the container got; null where it has none. Rejects where
   * the engine published it on another address too.
   */
  hostPort(port: number): Promise<number | null>;
  /** The last lines of stdout and stderr together. */
  logs(lines: number): Promise<string>;
  /** Kills and removes the container; no error if it is gone. */
  remove(): Promise<void>;
}

export interface ImageInfo {
  /** Config digest. */
  id: string;
  architecture: string;
  labels: Record<string, string>;
}

/** Something of ours that is still on the engine. */
export interface Leftover {
  kind: "container" | "network" | "volume";
  id: string;
  run: string;
  running: boolean;
  /** Created, and not started yet. */
  starting: boolean;
  /** The container that holds the engine for a run. */
  anchor: boolean;
}

/** The container engine as the stages see it. Errors are EngineError. */
export interface Engine {
  info(signal?: AbortSignal): Promise<EngineInfo>;
  abilities(): Promise<Abilities>;
  create(spec: ContainerSpec): Promise<Container>;
  /** A volume, filled from an image's folder of the same path when a container first mounts it. */
  createVolume(name: string, labels: Record<string, string>): Promise<void>;
  /** A bridge network of its own, from which nothing beyond the host is reached. Returns its id. */
  createNetwork(name: string, labels: Record<string, string>): Promise<string>;
  /** The image, or null when the engine does not have it. */
  image(name: string): Promise<ImageInfo | null>;
  /** Has the engine ask an image's registry for it; rejects where it would not get it. */
  askRegistry(name: string, signal: AbortSignal): Promise<void>;
  /** The image as `docker save` writes it. */
  saveImage(name: string): Promise<NodeJS.ReadableStream>;
  /** Containers, networks and volumes that carry `rematch.run`, of one run or of all. */
  leftovers(run?: string): Promise<Leftover[]>;
  removeLeftover(leftover: Leftover): Promise<void>;
}

/** The engine cannot be reached, or refused what was asked. `missing` means that it could not be reached at all. */
export class EngineError extends Error {
  override name = "EngineError";
  readonly status: number | null;
  constructor(message: string, options: { cause?: unknown; status?: number | null } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status ?? null;
  }
}
