import { z } from "zod";

/** Rounds of a run; a month of the shortest. */
const MOST_ROUNDS = 100_000;

/** How much is measured: rounds, windows and trials. Durations in seconds. */
export const profileSchema = z.strictObject({
  name: z.enum(["quick", "article", "thorough"]),
  rounds: z.number().int().min(1).max(MOST_ROUNDS),
  warmup: z.number().min(0),
  window: z.number().min(0),
  /** Cold starts in each round. */
  trials: z.number().int().min(1),
  /** Wait between the first validated response and the idle memory reading. */
  idle: z.number().min(0),
  /** Whether every admissible reading is measured, or only what the primary readings need. */
  allReadings: z.boolean(),
  /** Printed on top of every report of this profile; null where nothing needs saying. */
  stamp: z.string().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

/** The profile for an article: `article` takes its windows and warm-ups from what was published. */
export function profileFor(
  name: Profile["name"],
  { seconds, warmup }: { seconds: number; warmup: number | null },
): Profile {
  const profile = PROFILES[name];
  return name === "article" ? { ...profile, window: seconds, warmup: warmup ?? profile.warmup } : profile;
}

/** Six rounds are the least that allow an interval a verdict may rest on (docs/method.md). */
export const PROFILES: Record<Profile["name"], Profile> = {
  quick: {
    name: "quick",
    rounds: 6,
    warmup: 0.5,
    window: 2,
    trials: 5,
    idle: 5,
    allReadings: false,
    stamp: "provisional: do not cite",
  },
  article: { name: "article", rounds: 6, warmup: 1, window: 10, trials: 10, idle: 5, allReadings: false, stamp: null },
  thorough: { name: "thorough", rounds: 10, warmup: 1, window: 5, trials: 10, idle: 5, allReadings: true, stamp: null },
};
