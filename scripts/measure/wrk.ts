import type { LoadTool } from "./load-tool.ts";

const UNIT_MS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** "3.21ms" → 3.21; null for what is no duration. wrk prints two decimals at most. */
function duration(text: string | undefined): number | null {
  const match = /^([\d.]+)(us|ms|s|m|h)$/.exec(text ?? "");
  return match ? Number(match[1]) * (UNIT_MS[match[2] ?? ""] ?? Number.NaN) : null;
}

/** wrk gives every thread connections ÷ threads, rounded down: only a divisor opens as many as were asked for. */
export function wrkThreads(threads: number, connections: number): number {
  for (let n = Math.min(threads, connections); n > 1; n--) if (connections % n === 0) return n;
  return 1;
}

/**
 * wrk 4.1.0: text on stdout. It counts responses of every status as requests and names the rest "Non-2xx or 3xx"; what is
 * in flight at the deadline it does not tell. "4.1.0" has no way to turn keep-alive off: a header asks the server to.
 */
export const wrk: LoadTool = {
  name: "wrk",
  meaning: {
    rate: "answers of status below 400 over the whole window; what the deadline cuts off is left out",
    percentiles:
      "two decimals; for a wait beyond twice the usual interval it adds answers that never came, so tails are of its own kind",
  },
  cpus: ({ threads, connections }) => wrkThreads(threads, connections),
  argv: ({ url, connections, seconds, keepAlive, threads }) => [
    "wrk",
    `-t${wrkThreads(threads, connections)}`,
    `-c${connections}`,
    `-d${seconds}s`,
    "--latency",
    ...(keepAlive ? [] : ["-H", "Connection: close"]),
    url,
  ],
  parse: (stdout) => {
    const total = /^\s*(\d+) requests in ([\d.]+\w+), /m.exec(stdout);
    const seconds = duration(total?.[2]);
    if (!total || seconds === null) throw new Error(`wrk printed no total: ${JSON.stringify(stdout.slice(0, 300))}`);
    const responses = Number(total[1]);
    // The length is printed to a hundredth of its unit, the rate from microseconds: it gives the length more exactly.
    const rate = Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1] ?? 0);
    const errors: Record<string, number> = {};
    const sockets = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout);
    for (const [i, kind] of ["connect", "read", "write", "timeout"].entries()) {
      const n = Number(sockets?.[i + 1] ?? 0);
      if (n > 0) errors[kind] = n;
    }
    const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
    if (refused > 0) errors["status not 2xx or 3xx"] = refused;
    const { p50 = null, p90 = null, p99 = null } = percentilesIn(stdout);
    return {
      requests: responses - refused,
      seconds: rate > 0 ? responses / rate : seconds / 1000,
      latencyMs: { mean: duration(/^\s+Latency\s+(\S+)/m.exec(stdout)?.[1]), p50, p90, p99 },
      errors,
      inFlight: null,
    };
  },
  percentilesMs: percentilesIn,
};

/** The lines of its distribution: "     75%  309.00us". */
function percentilesIn(stdout: string): Record<string, number> {
  const lines = [...stdout.matchAll(/^\s+([\d.]+)%\s+(\S+)$/gm)].map(([, p, text]) => [`p${p}`, duration(text)]);
  return Object.fromEntries(lines.filter(([, ms]) => ms !== null));
}
