import type { CaseResult, Counts, Difference, TargetResult, Verdict } from "../model/compat-report.ts";

export const VERDICT_WORDS: Record<Verdict, string> = {
  identical: "identical",
  "same-answer": "same answer",
  different: "different",
  "no-answer": "no answer",
  "not-compiled": "not compiled",
};

/** Counts in the order in which they are told, with their words. */
export const countList = (counts: Counts): [string, number][] => [
  [VERDICT_WORDS.identical, counts.identical],
  [VERDICT_WORDS["same-answer"], counts.sameAnswer],
  [VERDICT_WORDS.different, counts.different],
  [VERDICT_WORDS["no-answer"], counts.noAnswer],
  [VERDICT_WORDS["not-compiled"], counts.notCompiled],
];

export const subjectName = ({ target, app }: Pick<TargetResult, "target" | "app">): string => `${target}/${app}`;

/** `header date: oracle "a", here none`. */
export const differenceText = ({ what, oracle, target }: Difference): string =>
  `${what}: oracle ${quoted(oracle)}, here ${quoted(target)}`;

export const quoted = (text: string | null): string => (text === null ? "none" : `"${text}"`);

/** A case in a few words: the verdict, and what differs by name. */
export function caseWords({ verdict, differs, why }: CaseResult): string {
  const rest = why ?? differs.map(({ what }) => what).join(", ");
  return rest === "" ? VERDICT_WORDS[verdict] : `${VERDICT_WORDS[verdict]}: ${rest}`;
}

/** Why a target was not compared, or in what it was asked otherwise; empty where there is nothing to say. */
export const remarksOf = ({ status, reason, deviations }: TargetResult): string[] => [
  ...(reason === null ? [] : [`${status === "unavailable" ? "unavailable" : "not compiled"}: ${reason}`]),
  ...deviations.map((text) => `deviation: ${text}`),
];
