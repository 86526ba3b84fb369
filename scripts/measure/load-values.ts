import { percentileIsSupported } from "../stats/quantile.ts";
import type { CgroupFiles } from "./cgroup.ts";
import { cpuTime } from "./cpu-time.ts";
import type { LoadResult } from "./load-tool.ts";
import type { FilesRead } from "./probe.ts";

/** CPU a subject used during a window, in microseconds; null where the kernel did not tell. */
export interface Usage {
  totalUs: number | null;
  userUs: number | null;
  systemUs: number | null;
  throttled: number | null;
}

/**
 * CPU gained between two readings of the subject's cgroup. User and system are what ticks of the kernel saw, scaled so that
 * they make up the exact total, which is what version 2 does by itself: where tasks take turns faster than ticks come, raw
 * ticks miss or double a good part of the time.
 */
export function usage(cgroup: CgroupFiles, before: FilesRead, after: FilesRead): Usage {
  const a = cpuTime(cgroup, before.files);
  const b = cpuTime(cgroup, after.files);
  const gained = (field: keyof Usage) => {
    const [from, to] = [a?.[field] ?? null, b?.[field] ?? null];
    return from === null || to === null ? null : to - from;
  };
  const [totalUs, userUs, systemUs] = [gained("totalUs"), gained("userUs"), gained("systemUs")];
  const seen = (userUs ?? 0) + (systemUs ?? 0);
  const split = userUs !== null && systemUs !== null && totalUs !== null && seen > 0;
  const scaled = (us: number | null) => (split && us !== null ? (us / seen) * totalUs : null);
  return {
    totalUs,
    userUs: scaled(userUs),
    systemUs: scaled(systemUs),
    throttled: gained("throttled"),
  };
}

/** A total divided by the requests it was for. */
export const share = (total: number | null, requests: number) =>
  total === null || requests === 0 ? null : total / requests;

/** What the tool reports, with the percentiles that enough responses lie beyond. */
export function rates(result: LoadResult) {
  const beyond = (quantile: number, value: number | null) =>
    percentileIsSupported(quantile, result.requests) ? value : null;
  return {
    rps: result.requests / result.seconds,
    requests: result.requests,
    errors: Object.values(result.errors).reduce((sum, n) => sum + n, 0),
    "in-flight": result.inFlight,
    "latency-mean": result.requests > 0 ? result.latencyMs.mean : null,
    "latency-p50": beyond(0.5, result.latencyMs.p50),
    "latency-p90": beyond(0.9, result.latencyMs.p90),
    "latency-p99": beyond(0.99, result.latencyMs.p99),
  };
}

/** Of the percentiles that a tool gives those that enough responses lie beyond, by names such as p99.9. */
export function supportedPercentiles(
  given: Readonly<Record<string, number>>,
  requests: number,
): Record<string, number> {
  const supported = ([name]: [string, number]): boolean => percentileIsSupported(Number(name.slice(1)) / 100, requests);
  return Object.fromEntries(Object.entries(given).filter(supported));
}

/**
 * What an open loop gives: latencies from the intended send, and the share of the intended requests that were sent and got
 * an answer of any kind. Those left unsent at the deadline are in no percentile.
 */
export function ratesAtRate(result: LoadResult, rate: number, seconds: number) {
  const errors = Object.values(result.errors).reduce((sum, n) => sum + n, 0);
  const beyond = (quantile: number, value: number | null) =>
    percentileIsSupported(quantile, result.requests) ? value : null;
  return {
    requests: result.requests,
    errors,
    "answered@rate": Math.min(1, (result.requests + errors) / (rate * seconds)),
    "latency@rate-mean": result.requests > 0 ? result.latencyMs.mean : null,
    "latency@rate-p50": beyond(0.5, result.latencyMs.p50),
    "latency@rate-p90": beyond(0.9, result.latencyMs.p90),
    "latency@rate-p99": beyond(0.99, result.latencyMs.p99),
  };
}

/** The subject's CPU per successful response. */
export function perRequest(used: Usage, requests: number) {
  return {
    "cpu-per-request": share(used.totalUs, requests),
    "cpu-user-per-request": share(used.userUs, requests),
    "cpu-system-per-request": share(used.systemUs, requests),
  };
}
