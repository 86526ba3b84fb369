import type { LoadTool } from "./load-tool.ts";

interface BombardierReport {
  result: {
    timeTakenSeconds: number;
    req1xx: number;
    req2xx: number;
    req3xx: number;
    req4xx: number;
    req5xx: number;
    /** Requests that failed; counted again by kind under `errors`. */
    others: number;
    errors?: { description: string; count: number }[];
    /** Microseconds, of everything asked: answers of any status and failures alike. */
    latency?: { mean: number; percentiles?: Record<string, number> };
  };
}

const US_PER_MS = 1000;

/**
 * bombardier 1.2.6 with the client that its published figures come from: JSON on stdout, latencies in microseconds. What is
 * under way at the deadline is waited for, so that nothing is cut off. A request that a connection fails is sent again, up to
 * four times, and counted once. Its own rate is a mean over intervals of 20 ms; that of the whole window is used here.
 */
export const bombardier: LoadTool = {
  name: "bombardier",
  meaning: {
    rate: "answers of status 2xx over the time to the last of them; its own Avg is a mean over intervals of 20 ms",
    percentiles:
      "whole microseconds, of every request, failures too; one that is sent again counts from its first sending",
  },
  cpus: ({ threads }) => threads,
  argv: ({ url, connections, seconds, keepAlive }) => [
    ...["bombardier", "--fasthttp", "--print=result", "--format=json", "--latencies"],
    ...["-c", String(connections), "-d", `${seconds}s`],
    ...(keepAlive ? [] : ["-H", "Connection: close"]),
    url,
  ],
  parse: (stdout) => {
    const { result } = JSON.parse(stdout) as BombardierReport;
    const errors: Record<string, number> = {};
    for (const status of ["1xx", "3xx", "4xx", "5xx"] as const) {
      if (result[`req${status}`] > 0) errors[`status ${status}`] = result[`req${status}`];
    }
    const told = result.errors ?? [];
    for (const { description, count } of told) errors[description] = (errors[description] ?? 0) + count;
    const untold = result.others - told.reduce((sum, { count }) => sum + count, 0);
    if (untold > 0) errors["not told"] = untold;
    const { p50 = null, p90 = null, p99 = null } = percentilesOf(result);
    const mean = result.latency?.mean;
    return {
      requests: result.req2xx,
      seconds: result.timeTakenSeconds,
      latencyMs: { mean: mean === undefined ? null : mean / US_PER_MS, p50, p90, p99 },
      errors,
      inFlight: 0,
    };
  },
  percentilesMs: (stdout) => percentilesOf((JSON.parse(stdout) as BombardierReport).result),
};

function percentilesOf({ latency }: BombardierReport["result"]): Record<string, number> {
  const given = Object.entries(latency?.percentiles ?? {});
  return Object.fromEntries(given.map(([p, us]) => [`p${p}`, us / US_PER_MS]));
}
