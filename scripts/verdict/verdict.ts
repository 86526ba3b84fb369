import type { Outcome, Reading, Verdict } from "../model/judgement.ts";

/** Outcomes that speak against the published figure; anything else leaves its direction or its size standing. */
const AGAINST: readonly Outcome[] = ["outside", "reversed"];

/**
 * The verdict of a claim from all its admissible readings, the primary first. A reading that was not measured cannot
 * speak against the article: `contradicted` needs every one of them.
 */
export function verdictOf(readings: readonly [Reading, ...Reading[]]): Verdict {
  const [primary] = readings;
  if (primary.outcome === "reproduced") return "reproduced";
  if (readings.some(({ outcome }) => outcome === "reproduced")) return "reproduced-under";
  if (readings.every(({ outcome }) => AGAINST.includes(outcome))) return "contradicted";
  return primary.outcome;
}

/** From most to least telling: the first of these among its parts decides a statement that needs all of them. */
const DECIDES: readonly Verdict[] = [
  "contradicted",
  "reversed",
  "outside",
  "not-measured",
  "inconclusive",
  "weaker",
  "size-undecided",
  "stronger",
  "shown",
  "reproduced-under",
  "reproduced",
];

/** The verdict of "all of these": as good as its worst part, so that one losing row contradicts "every benchmark". */
export function verdictOfAll(parts: readonly Verdict[]): Verdict {
  return DECIDES.find((verdict) => parts.includes(verdict)) ?? "not-measured";
}
