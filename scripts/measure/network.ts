import type { NetworkPath } from "../model/path.ts";
import type { FilesRead } from "./probe.ts";
import { interfaceCounters, netCounters } from "./proc.ts";

/** The counters of the sandbox's own network namespace, as the probe sees them. */
export const NETWORK_FILES = ["dev", "netstat", "snmp", "sockstat"].map((name) => `/proc/self/net/${name}`);

export interface NetworkUse {
  bytes: number | null;
  packets: number | null;
  listenOverflows: number;
  listenDrops: number;
  retransmits: number;
  timeWait: number | null;
}

/**
 * What the sandbox's own loopback carried, both directions, and what the kernel lost or waited for. What comes from outside
 * does not pass it, and is not counted.
 */
export function networkUse(before: FilesRead, after: FilesRead, path: NetworkPath = "loopback"): NetworkUse {
  const text = (read: FilesRead, name: string) => read.files.get(`/proc/self/net/${name}`)?.text ?? "";
  const counters = (read: FilesRead) => (path === "loopback" ? interfaceCounters(text(read, "dev"), "lo") : null);
  const [a, b] = [before, after].map(counters);
  const counter = (file: string, name: string) =>
    (netCounters(text(after, file)).get(name) ?? 0) - (netCounters(text(before, file)).get(name) ?? 0);
  const timeWait = /^TCP:.* tw (\d+)/m.exec(text(after, "sockstat"))?.[1];
  return {
    bytes: a && b ? b.bytes - a.bytes : null,
    packets: a && b ? b.packets - a.packets : null,
    listenOverflows: counter("netstat", "ListenOverflows"),
    listenDrops: counter("netstat", "ListenDrops"),
    retransmits: counter("snmp", "RetransSegs"),
    timeWait: timeWait === undefined ? null : Number(timeWait),
  };
}
