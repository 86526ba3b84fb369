/** What of an engine's machine can disturb or bound a measurement, beyond what a run records of its host. Null: not shown. */
export interface Machine {
  swapBytes: number;
  /** Whether the processor may run faster than its nominal clock. */
  turbo: boolean | null;
  /** Ports that connections are given in a new network namespace: first and last. */
  ports: [number, number] | null;
  /** Load tool or tracer → its own first line on its version; null where it is not in the helper's image. */
  tools: Record<string, string | null>;
  /** Free bytes where the engine keeps images and containers. */
  engineFreeBytes: number | null;
  /** A short sample of all CPUs, in shares of their time, with the limits beyond which samples are void. */
  now: { seconds: number; busy: number; busyLimit: number; steal: number; stealLimit: number };
}

/** What an engine can limit for a container, in its own words. */
export interface Abilities {
  /** How the engine names its way to cgroups: cgroupfs or systemd. */
  driver: string;
  limits: Record<"memory" | "swap" | "CPU quota" | "CPU set" | "pids", boolean>;
  /** Folder of its images and containers, on its own machine. */
  dataRoot: string;
}
