import type { Flag } from "../model/flag.ts";
import { percentileIsSupported } from "../stats/quantile.ts";
import type { LoadResult } from "./load-tool.ts";
import type { NetworkUse } from "./network.ts";

/** Server and generator are at their limits from these shares on (docs/method.md). */
const SATURATED = 0.95;
const BUSY_GENERATOR = 0.85;
/** Little's law: connections = rate x mean latency, within this factor; beyond it the tool's figures do not fit. */
const LITTLE_TOLERANCE = 1.25;
export interface LoadFacts {
  result: LoadResult;
  connections: number;
  /** CPU used as shares of the limit; server null when it could not be read. */
  serverShare: number | null;
  generatorShare: number;
  throttled: number | null;
  network: NetworkUse;
  breaches: string[];
}

/** What limits the use of a load sample. */
export function loadFlags({
  result,
  connections,
  serverShare,
  generatorShare,
  throttled,
  network,
  breaches,
}: LoadFacts): Flag[] {
  const flags: Flag[] = [];
  const saturated = serverShare !== null && serverShare >= SATURATED;
  if (generatorShare >= BUSY_GENERATOR) flags.push(saturated ? "both-busy" : "generator-bound");
  else if (!saturated) flags.push("server-not-saturated");
  if ((throttled ?? 0) > 0) flags.push("throttled");
  if (breaches.length > 0) flags.push("contract-failed");
  if (Object.values(result.errors).some((n) => n > 0) || result.requests === 0) flags.push("errors");
  if (network.listenOverflows + network.listenDrops + network.retransmits > 0) flags.push("listen-overflow");
  const mean = result.latencyMs.mean;
  if (mean !== null && result.requests > 0) {
    const little = ((result.requests / result.seconds) * mean) / 1000 / connections;
    if (little > LITTLE_TOLERANCE || little < 1 / LITTLE_TOLERANCE) flags.push("littles-law");
  }
  if (!percentileIsSupported(0.99, result.requests)) flags.push("tiny-sample");
  return flags;
}
