import type { Observation } from "../../model/calibration.ts";
import type { Progress } from "../../model/progress.ts";
import { Interrupted } from "../campaign.ts";
import type { Kit } from "../sandbox.ts";
import { observeCost, observeCounts, observeLatency, observeRate } from "./loads.ts";
import { observeMemory } from "./memory.ts";
import { type Calibration, collector } from "./observe.ts";
import { observeStarts } from "./starts.ts";

/** One part of a calibration, in a sandbox of its own. */
export interface Part {
  what: string;
  /** About how long it takes on a quiet machine. */
  seconds: number;
  take(calibration: Calibration): Promise<void>;
}

const starts = (ms: number, trials: number): Part => ({
  what: `starts of a program that listens after ${ms} ms`,
  seconds: 2 + trials * (0.25 + ms / 1000),
  take: (calibration) => observeStarts(calibration, ms, trials),
});
const cost = (more: number): Part => ({
  what: `CPU per request, ${more} % more than the first`,
  seconds: 4,
  take: (calibration) => observeCost(calibration, more),
});
const rate = (tool: "oha" | "wrk", kitFirst: boolean): Part => ({
  what: `rate by ${tool}, with the kit and without`,
  seconds: 6.5,
  take: (calibration) => observeRate(calibration, tool, kitFirst),
});
const counts = (tool: "oha" | "wrk"): Part => ({
  what: `counts by ${tool}`,
  seconds: 3,
  take: (calibration) => observeCounts(calibration, tool),
});

/** Rounds of a calibration; what spreads little is not taken in all of them. */
export const ROUNDS = 6;
const FEWER = 3;

/** Every part, in order: rounds as in a run, every second one backwards. */
export function partsOf(tools: readonly ("oha" | "wrk")[]): Part[] {
  return Array.from({ length: ROUNDS }, (_, at) => at + 1).flatMap((round) => {
    const often = [
      { what: "memory", seconds: 1.5, take: observeMemory },
      ...[0, 5, 10, 25].map(cost),
      ...tools.map((tool) => rate(tool, round % 2 === 1)),
    ];
    const seldom = [
      ...[2, 14, 50].map((ms) => starts(ms, 8)),
      starts(514, 4),
      ...tools.map(counts),
      ...(tools.includes("oha") ? [{ what: "latencies", seconds: 8.5, take: observeLatency }] : []),
    ];
    const parts = round <= FEWER ? [...seldom, ...often] : often;
    return round % 2 === 0 ? parts.reverse() : parts;
  });
}

/** On a machine that is not quiet every reading is waited for: parts that were not begun by then are left out. */
const LIMIT_SECONDS = 280;

/**
 * Takes every part in turn and returns what was observed. A part whose readings are all void leaves fewer observations.
 * Throws Interrupted when told to stop, ProbeError and EngineError where helper or engine fails.
 */
export async function calibrate(
  options: { kit: Kit; image: string; progress: Progress; signal: AbortSignal },
  parts: readonly Part[],
): Promise<Observation[]> {
  const { kit, image, progress, signal } = options;
  const check = () => {
    if (signal.aborted) throw new Interrupted("the calibration was interrupted");
  };
  const { observations, observe } = collector();
  let left = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const began = performance.now();
  for (const [done, { what, seconds, take }] of parts.entries()) {
    check();
    if ((performance.now() - began) / 1000 > LIMIT_SECONDS) {
      progress.note(`${parts.length - done} of ${parts.length} parts were left out: this machine is too busy`);
      break;
    }
    const next = parts.slice(done + 1, done + 4).map((part) => part.what);
    progress.step({ what, next, done, total: parts.length, left });
    await take({ kit, image, observe, check });
    left -= seconds;
  }
  return observations;
}
