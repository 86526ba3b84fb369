import type { Sample } from "./record.ts";

/**
 * The last try of each round and trial among the samples of one cell and phase, in the order in which their first ones
 * were taken. The last taken counts: a visit that is made again after a helper failed begins to count its attempts anew.
 *
 * @param samples in the order taken
 */
export function lastTries(samples: readonly Sample[]): Sample[] {
  const last = new Map<number, Map<number, Sample>>();
  for (const sample of samples) {
    const trials = last.get(sample.round) ?? new Map<number, Sample>();
    last.set(sample.round, trials.set(sample.trial, sample));
  }
  return [...last.values()].flatMap((trials) => [...trials.values()]);
}
