import type { Sample } from "./record.ts";

/**
 * The last try of each round and trial among the samples of one cell and phase, in the order in which their first ones
 * were taken, those of a round together. The last taken counts: a visit that is made again after a helper failed begins to
 * count its attempts anew.
 *
 * @param samples in the order taken
 */
export function lastTries(samples: readonly Sample[]): Sample[] {
  return whereTakenInOrder(samples) ?? whereverTaken(samples);
}

/** What nearly every run is: rounds and trials go up, a try that is made again follows the one before. Else null. */
function whereTakenInOrder(samples: readonly Sample[]): Sample[] | null {
  const last: Sample[] = [];
  let before: Sample | null = null;
  for (const sample of samples) {
    if (before !== null && sample.round === before.round && sample.trial === before.trial) last.pop();
    else if (before !== null && !follows(sample, before)) return null;
    last.push(sample);
    before = sample;
  }
  return last;
}

const follows = (sample: Sample, before: Sample): boolean =>
  sample.round > before.round || (sample.round === before.round && sample.trial > before.trial);

function whereverTaken(samples: readonly Sample[]): Sample[] {
  const last = new Map<number, Map<number, Sample>>();
  for (const sample of samples) {
    const trials = last.get(sample.round) ?? new Map<number, Sample>();
    last.set(sample.round, trials.set(sample.trial, sample));
  }
  return [...last.values()].flatMap((trials) => [...trials.values()]);
}
