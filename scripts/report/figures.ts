import type { ClaimResult } from "../model/judgement.ts";
import { measuredText, publishedText, threeDigits } from "../model/quantity.ts";

/** What an article says, as printed there; "–" for a statement without a figure. */
export function publishedFigure({ published, relation }: ClaimResult): string {
  const { value, high, unit } = published;
  if (value === null) return "–";
  // Nobody printed a 1: that is what equality comes to as a ratio.
  if (relation === "equivalent") return "no difference";
  if (typeof value !== "number" || unit === null) return String(value);
  const sign = relation === "at-most" ? "≤ " : relation === "at-least" ? "≥ " : "";
  return `${sign}${publishedText(value, unit)}${high === null ? "" : ` to ${publishedText(high, unit)}`}`;
}

/** What was measured with its interval and n; "–" where nothing was. */
export const measuredFigure = ({ measured }: Pick<ClaimResult, "measured">): string =>
  measured === null ? "–" : measuredText(measured);

/** At which tolerance the verdict turns, told to someone who only knows what was allowed; null where at none. */
export function allowanceText(claim: ClaimResult): string | null {
  const { flipsAtTolerance, relation, readings, verdict } = claim;
  if (flipsAtTolerance === null) return null;
  const holds = (readings[0]?.outcome ?? verdict) === "reproduced";
  const share = `${holds ? "only " : ""}${flipText(flipsAtTolerance)}`;
  const isLimit = ["at-most", "at-least", "range"].includes(relation);
  const condition = isLimit ? `the limit were widened by ${share}` : `${share} were allowed`;
  return `Would ${holds ? "still " : ""}be reproduced if ${condition}.`;
}

/** The tolerance from which on a claim is reproduced, in percent. */
export const flipText = (flips: number | null): string => (flips === null ? "–" : `${threeDigits(flips * 100)} %`);

/** Seconds as a reader counts them: `6.20 s`, `2 min 30 s`. */
export function secondsText(seconds: number): string {
  if (seconds < 90) return `${threeDigits(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
