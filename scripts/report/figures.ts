import type { ArmResult, ClaimResult, Reading } from "../model/judgement.ts";
import { measuredText, publishedText, quantityText, threeDigits } from "../model/quantity.ts";

/** What an article says, as printed there; "–" for a statement without a figure, which its own words say better. */
export function publishedFigure({ published, relation }: ClaimResult): string {
  const { value, high, unit } = published;
  if (value === null || typeof value === "boolean") return "–";
  // Nobody printed a 1: that is what equality comes to as a ratio.
  if (relation === "equivalent") return "no difference";
  if (typeof value !== "number" || unit === null) return String(value);
  const sign = relation === "at-most" ? "≤ " : relation === "at-least" ? "≥ " : "";
  return `${sign}${publishedText(value, unit)}${high === null ? "" : ` to ${publishedText(high, unit)}`}`;
}

/** What was measured with its interval and n; "–" where nothing was. */
export const measuredFigure = ({ measured }: Pick<ClaimResult, "measured">): string =>
  measured === null ? "–" : measuredText(measured);

/** What a reading compares its measurement with; empty where that is no figure. */
const comparedFigure = ({ published, measured }: Pick<Reading, "published" | "measured">): string =>
  published === null || measured === null ? "" : quantityText(published, measured.unit);

/** `; against 73.8 MB (70.4 MiB)` of a reading that compares with another figure than the claim as stated; else empty. */
export function againstText(reading: Pick<Reading, "published" | "measured">, primary: Reading | undefined): string {
  const figure = comparedFigure(reading);
  return figure === "" || reading.published === primary?.published ? "" : `; against ${figure}`;
}

export const readingMeaning = (reading: Reading, primary: Reading | undefined): string =>
  `${reading.what}${againstText(reading, primary)}`;

/**
 * What there is to say of a claim beside its verdict, with all that limits it: how it was judged, in which readings it
 * holds, from which allowance on it would turn, and what its own figures do not support.
 */
export function claimSentences(claim: ClaimResult): string[] {
  const { verdict, reason, arithmetic, spread, note, tools } = claim;
  if (verdict === "shown") {
    const judged = tools.find((each) => each.judged);
    const others = tools.filter((each) => !each.judged).map((each) => `by ${each.tool} ${measuredFigure(each)}`);
    const here = `here ${measuredFigure(claim)}${judged === undefined ? "" : ` by ${judged.tool}`}`;
    return [[`published ${publishedFigure(claim)}, ${here}`, ...others].join("; ")];
  }
  const flag = arithmetic?.fits === null ? `Arithmetic: ${arithmetic.text}.` : null;
  const within = spread?.supports === false ? `Published: ${spread.text}.` : null;
  return [reason, allowanceText(claim), flag, within, note].filter((text) => text !== null && text !== "") as string[];
}

/** What an arm came to, with the flags that the reader of this one figure has to know of. */
export const armFigure = ({ measured, flags }: Pick<ArmResult, "measured" | "flags">): string =>
  `${measuredFigure({ measured })}${flags.length === 0 ? "" : `; flags: ${flags.join(", ")}`}`;

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
