/**
 * Everything the kit measures, by the name used in articles, records and reports.
 *
 * Values are stored in the unit given here and never in a scaled one: bytes, not MB; MB and MiB are ways to show bytes.
 */
export const METRICS = {
  "cold-start": { unit: "ms", label: "cold start, exec to first valid answer", better: "lower" },
  "cold-start-cpu": { unit: "ms", label: "CPU time from exec to first valid answer", better: "lower" },
  "run-time": { unit: "ms", label: "run of a program, exec to exit", better: "lower" },
  "peak-rss": { unit: "bytes", label: "peak resident memory of a run", better: "lower" },
  "container-start": { unit: "ms", label: "container start, API call to first valid answer", better: "lower" },
  "container-floor": { unit: "ms", label: "container start of a program that answers at once", better: "lower" },
  rss: { unit: "bytes", label: "idle VmRSS", better: "lower" },
  vsz: { unit: "bytes", label: "idle VmSize (address space, not memory)", better: "lower" },
  "smaps-rss": { unit: "bytes", label: "idle RSS by page walk", better: "lower" },
  pss: { unit: "bytes", label: "idle PSS", better: "lower" },
  uss: { unit: "bytes", label: "idle USS (private)", better: "lower" },
  anonymous: { unit: "bytes", label: "idle anonymous memory", better: "lower" },
  "rss-loaded": { unit: "bytes", label: "VmRSS right after load", better: "lower" },
  threads: { unit: "count", label: "threads at idle", better: "lower" },
  "image-unpacked": { unit: "bytes", label: "image, unpacked", better: "lower" },
  "image-compressed": { unit: "bytes", label: "image, compressed", better: "lower" },
  "image-unique": { unit: "bytes", label: "image, unique over its base", better: "lower" },
  binary: { unit: "bytes", label: "executable", better: "lower" },
  "build-time": { unit: "s", label: "build, compiler run", better: "lower" },
  rps: { unit: "1/s", label: "requests per second", better: "higher" },
  "latency-mean": { unit: "ms", label: "mean latency", better: "lower" },
  "latency-p50": { unit: "ms", label: "median latency", better: "lower" },
  "latency-p90": { unit: "ms", label: "90th percentile of latency", better: "lower" },
  "latency-p99": { unit: "ms", label: "99th percentile of latency", better: "lower" },
  "latency@rate-mean": { unit: "ms", label: "mean latency at a fixed rate, from the intended send", better: "lower" },
  "latency@rate-p50": { unit: "ms", label: "median latency at a fixed rate, from the intended send", better: "lower" },
  "latency@rate-p90": {
    unit: "ms",
    label: "90th percentile of latency at a fixed rate, from the intended send",
    better: "lower",
  },
  "latency@rate-p99": {
    unit: "ms",
    label: "99th percentile of latency at a fixed rate, from the intended send",
    better: "lower",
  },
  "answered@rate": { unit: "share", label: "requests of a fixed rate that were sent and answered", better: "higher" },
  "cpu-per-request": { unit: "us", label: "subject's CPU per request", better: "lower" },
  "cpu-user-per-request": { unit: "us", label: "subject's user CPU per request", better: "lower" },
  "cpu-system-per-request": { unit: "us", label: "subject's system CPU per request", better: "lower" },
  "server-cpu": { unit: "share", label: "subject's CPU as a share of its limit", better: "lower" },
  "generator-cpu": { unit: "share", label: "load generator's CPU as a share of its limit", better: "lower" },
  "bytes-per-response": { unit: "bytes", label: "bytes on loopback per exchange, both directions", better: "lower" },
  "packets-per-response": {
    unit: "count",
    label: "packets on loopback per exchange, both directions",
    better: "lower",
  },
  requests: { unit: "count", label: "successful responses in the window", better: "higher" },
  errors: { unit: "count", label: "failed requests in the window", better: "lower" },
  "in-flight": { unit: "count", label: "requests cut off at the deadline", better: "lower" },
  "syscalls-per-response": { unit: "count", label: "system calls per response", better: "lower" },
  "writes-per-response": { unit: "count", label: "sending system calls per response", better: "lower" },
} as const;

export type Metric = keyof typeof METRICS;
export type Unit = (typeof METRICS)[Metric]["unit"];
export const METRIC_NAMES = Object.keys(METRICS) as [Metric, ...Metric[]];

/** Whether a metric is taken at a fixed arrival rate, which a claim on it has to name. */
export const isAtRate = (metric: Metric): boolean => metric.includes("@rate");

/** Measured values by metric. A metric that could not be measured is absent, never 0. */
export type Values = Partial<Record<Metric, number>>;
