import type { Flag } from "../model/flag.ts";
import type { NetworkPath } from "../model/path.ts";
import { percentileIsSupported } from "../stats/quantile.ts";
import type { LoadResult } from "./load-tool.ts";
import type { NetworkUse } from "./network.ts";

/** Server and generator are at their limits from these shares on (docs/method.md). */
const SATURATED = 0.95;
const BUSY_GENERATOR = 0.85;
/** Little's law: connections = rate x mean latency, within this factor; beyond it the tool's figures do not fit. */
const LITTLE_TOLERANCE = 1.25;
/** Share of an open loop's requests that may be left unsent: half of what the 99th percentile leaves beyond it. */
const UNSENT_TOLERANCE = 0.005;

export interface LoadFacts {
  result: LoadResult;
  connections: number;
  /** Share of an open loop's requests that were answered; null for a closed loop. */
  answered: number | null;
  /** CPU used as shares of the limit; server null when it could not be read. */
  serverShare: number | null;
  generatorShare: number;
  throttled: number | null;
  network: NetworkUse;
  breaches: string[];
  path: NetworkPath;
}

/** What limits the use of a load sample. */
export function loadFlags({
  result,
  connections,
  answered,
  serverShare,
  generatorShare,
  throttled,
  network,
  breaches,
  path,
}: LoadFacts): Flag[] {
  const flags: Flag[] = path === "published" ? ["unguarded"] : [];
  const saturated = serverShare !== null && serverShare >= SATURATED;
  if (generatorShare >= BUSY_GENERATOR) flags.push(saturated ? "both-busy" : "generator-bound");
  // An open loop below capacity leaves the server idle at times: that is its purpose.
  else if (!saturated && answered === null) flags.push("server-not-saturated");
  if ((throttled ?? 0) > 0) flags.push("throttled");
  if (breaches.length > 0) flags.push("contract-failed");
  if (Object.values(result.errors).some((n) => n > 0) || result.requests === 0) flags.push("errors");
  if (network.listenOverflows + network.listenDrops + network.retransmits > 0) flags.push("listen-overflow");
  const mean = result.latencyMs.mean;
  if (answered !== null && answered < 1 - UNSENT_TOLERANCE) flags.push("behind-schedule");
  if (answered === null && mean !== null && result.requests > 0) {
    const little = ((result.requests / result.seconds) * mean) / 1000 / connections;
    if (little > LITTLE_TOLERANCE || little < 1 / LITTLE_TOLERANCE) flags.push("littles-law");
  }
  if (!percentileIsSupported(0.99, result.requests)) flags.push("tiny-sample");
  return flags;
}
