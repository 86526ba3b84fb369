import type { ContainerCreateOptions } from "dockerode";
import type { ContainerSpec } from "../model/engine.ts";

/** The engine API's form of a spec. Every container of ours drops what it does not name and logs within bounds. */
export function createOptions(spec: ContainerSpec): ContainerCreateOptions {
  const env = Object.entries(spec.env ?? {}).map(([key, value]) => `${key}=${value}`);
  const memory = spec.memoryBytes ?? 0;
  return {
    ...(spec.name ? { name: spec.name } : {}),
    Image: spec.image,
    Entrypoint: spec.entrypoint,
    Cmd: [],
    Env: env,
    Labels: spec.labels,
    User: `${spec.user}:${spec.user}`,
    ...(spec.stdin
      ? { OpenStdin: true, StdinOnce: true, AttachStdin: true, AttachStdout: true, AttachStderr: true }
      : {}),
    ...(spec.published ? { ExposedPorts: { [`${spec.published.port}/tcp`]: {} } } : {}),
    HostConfig: {
      NetworkMode: networkMode(spec),
      ...(spec.published ? { PortBindings: onLoopback(spec.published.port) } : {}),
      PidMode: spec.pidsOf ? `container:${spec.pidsOf}` : "",
      CpusetCpus: spec.cpuset ?? "",
      NanoCpus: spec.nanoCpus ?? 0,
      Memory: memory,
      // Unset, the engine would allow as much swap again.
      MemorySwap: memory,
      PidsLimit: spec.pids ?? 0,
      ReadonlyRootfs: spec.readOnly ?? true,
      CapDrop: ["ALL"],
      CapAdd: spec.capabilities ?? [],
      SecurityOpt: ["no-new-privileges"],
      Tmpfs: spec.tmpBytes ? { "/tmp": `size=${spec.tmpBytes},mode=1777` } : {},
      // An engine makes a volume that is missing, for example while an interrupted run is being removed: labelled too.
      Mounts: Object.entries(spec.volumes ?? {}).map(([Source, Target]) => ({
        ...{ Type: "volume" as const, Source, Target, ReadOnly: true },
        VolumeOptions: { NoCopy: false, Labels: spec.labels, DriverConfig: { Name: "local", Options: {} } },
      })),
      Ulimits: [{ Name: "nofile", Soft: spec.nofile, Hard: spec.nofile }],
      Sysctls: spec.sysctls ?? {},
      LogConfig: { Type: "json-file", Config: { "max-size": "1m", "max-file": "1" } },
      RestartPolicy: { Name: "no" },
    },
  };
}

function networkMode({ networkOf, published, hostNetwork }: ContainerSpec): string {
  if (published) return published.network;
  if (hostNetwork) return "host";
  return networkOf ? `container:${networkOf}` : "none";
}

/** On 127.0.0.1 alone, at a port that the host chooses. */
const onLoopback = (port: number) => ({ [`${port}/tcp`]: [{ HostIp: "127.0.0.1", HostPort: "" }] });
