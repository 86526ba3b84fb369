import type { LoadTool } from "./load-tool.ts";

interface OhaReport {
  summary: { total: number; requestsPerSec: number; average: number };
  latencyPercentiles: Record<string, number | null>;
  statusCodeDistribution: Record<string, number>;
  errorDistribution: Record<string, number>;
}

/** Longest wait for one answer of an open loop; then it is an error. */
const OPEN_LOOP_TIMEOUT = "5s";
const DEADLINE = "aborted due to deadline";
const MS_PER_S = 1000;

/** oha 1.16: JSON on stdout, times in seconds, requests cut off at the deadline counted as an error of that name. */
export const oha: LoadTool = {
  name: "oha",
  meaning: {
    rate: "answers of status 2xx over the whole window; what the deadline cuts off is left out",
    percentiles: "of every answer, unrounded; what the deadline cuts off, the slowest perhaps, is not among them",
  },
  cpus: ({ threads }) => threads,
  argv: ({ url, connections, seconds, keepAlive, rate }) => [
    "oha",
    "--no-tui",
    "--output-format",
    "json",
    "-c",
    String(connections),
    "-z",
    `${seconds}s`,
    ...(keepAlive ? [] : ["--disable-keepalive"]),
    // What is under way at the deadline is waited for: cut off, the slowest would be missing from the percentiles.
    ...(rate === undefined ? [] : ["-q", String(rate), "--latency-correction", "-w", "-t", OPEN_LOOP_TIMEOUT]),
    url,
  ],
  parse: (stdout) => {
    const report = JSON.parse(stdout) as OhaReport;
    const { [DEADLINE]: inFlight = 0, ...errors } = report.errorDistribution;
    const codes = Object.entries(report.statusCodeDistribution);
    const count = (wanted: (code: number) => boolean) =>
      codes.filter(([code]) => wanted(Number(code))).reduce((sum, [, n]) => sum + n, 0);
    for (const [code, n] of codes) if (Number(code) < 200 || Number(code) > 299) errors[`status ${code}`] = n;
    const { p50 = null, p90 = null, p99 = null } = percentilesOf(report);
    const mean = report.summary.average;
    return {
      requests: count((code) => code >= 200 && code <= 299),
      seconds: report.summary.total,
      latencyMs: { mean: typeof mean === "number" ? mean * MS_PER_S : null, p50, p90, p99 },
      errors,
      inFlight,
    };
  },
  percentilesMs: (stdout) => percentilesOf(JSON.parse(stdout)),
};

/** Named as oha names them: p10 to p99.99. */
function percentilesOf({ latencyPercentiles }: OhaReport): Record<string, number> {
  const given = Object.entries(latencyPercentiles).filter((entry): entry is [string, number] => entry[1] !== null);
  return Object.fromEntries(given.map(([name, seconds]) => [name, seconds * MS_PER_S]));
}
