import type { Tool } from "../model/tool.ts";

export interface LoadRequest {
  url: string;
  connections: number;
  seconds: number;
  keepAlive: boolean;
  /** Requests a second of an open loop, timed from the intended send; absent for a closed one. Only oha can. */
  rate?: number;
  /** CPUs the tool may use, and so the threads it needs. */
  threads: number;
}

/** What a load tool reports, in one form. A figure the tool does not give is null. */
export interface LoadResult {
  /** Successful responses. */
  requests: number;
  /** Length of the window as the tool saw it. */
  seconds: number;
  latencyMs: { mean: number | null; p50: number | null; p90: number | null; p99: number | null };
  /** Failed requests by kind. */
  errors: Record<string, number>;
  /** Requests without an answer at the deadline: neither errors nor successes. */
  inFlight: number | null;
}

export interface LoadTool {
  name: Tool;
  /** What its rate and its percentiles are figures of, for readers who compare tools. */
  meaning: { rate: string; percentiles: string };
  /** CPUs the tool can use at once under this request: its limit. */
  cpus(request: LoadRequest): number;
  argv(request: LoadRequest): string[];
  /** Throws when the output is not the tool's. */
  parse(stdout: string): LoadResult;
  /** Every percentile of latency in output that was parsed, in ms, by names such as p99.9; those it does not give are left out. */
  percentilesMs(stdout: string): Record<string, number>;
}
