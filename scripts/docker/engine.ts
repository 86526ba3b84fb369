import Docker from "dockerode";
import { type Container, type ContainerSpec, type Engine, EngineError, type Leftover } from "../model/engine.ts";
import type { Abilities } from "../model/machine.ts";
import type { EngineInfo } from "../model/run.ts";
import { lineChannel } from "./channel.ts";
import { createOptions } from "./options.ts";

const RUN_LABEL = "rematch.run";

/** Turns dockerode's errors into ours; `what` says what was being done. */
async function asking<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { statusCode, message, code } = error as { statusCode?: number; message?: string; code?: string };
    throw new EngineError(`${what}: ${message ?? code ?? String(error)}`, { cause: error, status: statusCode ?? null });
  }
}

/** `ask`, but an answer 404 (gone) or 304/409 (already so) is as good as done, and so is what `also` names. */
async function unlessGone(what: string, ask: () => Promise<unknown>, also: readonly number[] = []): Promise<void> {
  try {
    await asking(what, ask);
  } catch (error) {
    if (!(error instanceof EngineError) || ![304, 404, 409, ...also].includes(error.status ?? 0)) throw error;
  }
}

/** A network that a container is still in, for example one that another removal is at: whoever removes looks again. */
const IN_USE = 403;

function wrap(docker: Docker, raw: Docker.Container): Container {
  const name = raw.id.slice(0, 12);
  return {
    id: raw.id,
    attach: () =>
      asking(`attach to ${name}`, async () => {
        const options = { stream: true, stdin: true, stdout: true, stderr: true, hijack: true };
        return lineChannel(docker, (await raw.attach(options)) as import("node:stream").Duplex);
      }),
    start: () => asking(`start ${name}`, async () => void (await raw.start())),
    state: () =>
      asking(`inspect ${name}`, async () => {
        const { State } = await raw.inspect();
        return {
          running: State.Running,
          exitCode: State.Running ? null : State.ExitCode,
          outOfMemory: State.OOMKilled,
        };
      }),
    hostPort: (port) =>
      asking(`ports of ${name}`, async () => {
        const bound = (await raw.inspect()).NetworkSettings.Ports[`${port}/tcp`] ?? [];
        const open = bound.filter(({ HostIp }) => HostIp !== "127.0.0.1").map(({ HostIp }) => HostIp);
        if (open.length > 0)
          throw new Error(`asked for 127.0.0.1 alone, and it is published on ${open.join(", ")} too`);
        return bound[0] ? Number(bound[0].HostPort) : null;
      }),
    logs: (lines) =>
      asking(`logs of ${name}`, async () => {
        const data = (await raw.logs({ stdout: true, stderr: true, tail: lines })) as unknown as Buffer;
        return demultiplex(data);
      }),
    remove: () => unlessGone(`remove ${name}`, () => raw.remove({ force: true, v: true })),
  };
}

/** Text of a multiplexed log: frames of an 8-byte header (stream, length) and data. */
function demultiplex(data: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; at + 8 <= data.length; ) {
    const size = data.readUInt32BE(at + 4);
    parts.push(data.subarray(at + 8, at + 8 + size));
    at += 8 + size;
  }
  return Buffer.concat(parts).toString("utf8");
}

async function listLeftovers(docker: Docker, run?: string): Promise<Leftover[]> {
  const filters = { label: [run ? `${RUN_LABEL}=${run}` : RUN_LABEL] };
  const runOf = (labels: Record<string, string> | null | undefined) => labels?.[RUN_LABEL] ?? "";
  const idle = (labels: Record<string, string> | undefined) => ({
    ...{ run: runOf(labels), running: false, starting: false, anchor: false },
  });
  const [containers, networks, volumes] = await Promise.all([
    docker.listContainers({ all: true, filters }),
    docker.listNetworks({ filters }),
    docker.listVolumes({ filters }),
  ]);
  return [
    ...containers.map((one) => ({
      kind: "container" as const,
      id: one.Id,
      run: runOf(one.Labels),
      // A paused container still holds what it holds.
      running: one.State === "running" || one.State === "paused",
      starting: one.State === "created",
      anchor: one.Labels?.["rematch.anchor"] === "true",
    })),
    ...networks.map((one) => ({ kind: "network" as const, id: one.Id, ...idle(one.Labels) })),
    ...(volumes.Volumes ?? []).map((one) => ({
      kind: "volume" as const,
      id: one.Name,
      ...idle(one.Labels),
    })),
  ];
}

/** A question of the engine's API that dockerode has no call for, or none that can be given up. */
function get(docker: Docker, path: string, abortSignal?: AbortSignal): Promise<Record<string, unknown>> {
  const options = { path, method: "GET", statusCodes: { 200: true }, ...(abortSignal ? { abortSignal } : {}) };
  return new Promise((resolve, reject) => {
    docker.modem.dial(options, (error, answer) => (error ? reject(error) : resolve(answer as Record<string, unknown>)));
  });
}

async function engineAbilities(docker: Docker): Promise<Abilities> {
  const info = await get(docker, "/info");
  return {
    driver: String(info.CgroupDriver),
    limits: {
      memory: info.MemoryLimit === true,
      swap: info.SwapLimit === true,
      "CPU quota": info.CpuCfsQuota === true,
      "CPU set": info.CPUSet === true,
      pids: info.PidsLimit === true,
    },
    dataRoot: String(info.DockerRootDir),
  };
}

async function engineInfo(docker: Docker, signal?: AbortSignal): Promise<EngineInfo> {
  const info = await get(docker, "/info", signal);
  if (typeof info.ServerVersion !== "string") throw new Error("what answers there is no container engine");
  return {
    version: String(info.ServerVersion),
    storageDriver: String(info.Driver),
    runtime: String(info.DefaultRuntime),
    operatingSystem: String(info.OperatingSystem),
  };
}

/**
 * The engine at an address. Nothing is asked yet: one that cannot be reached shows at the first call, as an EngineError
 * without a status.
 */
export function connectEngine(options: Docker.DockerOptions): Engine {
  const docker = new Docker(options);
  return {
    info: (signal) => asking("engine info", () => engineInfo(docker, signal)),
    abilities: () => asking("engine info", () => engineAbilities(docker)),
    create: (spec: ContainerSpec) =>
      asking(`create a container from ${spec.image}`, async () =>
        wrap(docker, await docker.createContainer(createOptions(spec))),
      ),
    createVolume: (name, labels) =>
      asking(`create volume ${name}`, async () => void (await docker.createVolume({ Name: name, Labels: labels }))),
    createNetwork: (name, labels) =>
      asking(`create network ${name}`, async () => {
        const Options = {
          "com.docker.network.bridge.enable_ip_masquerade": "false",
          "com.docker.network.bridge.host_binding_ipv4": "127.0.0.1",
        };
        return (await docker.createNetwork({ Name: name, Driver: "bridge", Labels: labels, Options })).id;
      }),
    image: (name) =>
      asking(`inspect image ${name}`, async () => {
        const found = await docker
          .getImage(name)
          .inspect()
          .catch((error: { statusCode?: number }) => {
            if (error.statusCode === 404) return null;
            throw error;
          });
        return (
          found && {
            id: found.Id,
            architecture: found.Architecture,
            // An image need not say anything of how it is started.
            labels: (found.Config as typeof found.Config | null)?.Labels ?? {},
          }
        );
      }),
    askRegistry: (name, signal) =>
      asking(
        `ask the registry for ${name}`,
        async () => void (await get(docker, `/distribution/${name}/json`, signal)),
      ),
    saveImage: (name) => asking(`save image ${name}`, () => docker.getImage(name).get()),
    leftovers: (run) => asking("list what carries rematch.run", () => listLeftovers(docker, run)),
    removeLeftover: ({ kind, id }) => {
      const what = `remove ${kind} ${id}`;
      if (kind === "container") return unlessGone(what, () => docker.getContainer(id).remove({ force: true, v: true }));
      if (kind === "network") return unlessGone(what, () => docker.getNetwork(id).remove(), [IN_USE]);
      return unlessGone(what, () => docker.getVolume(id).remove());
    },
  };
}
