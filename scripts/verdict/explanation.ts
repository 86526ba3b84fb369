import type { ArmResult, ClaimResult } from "../model/judgement.ts";
import { measuredText, quantityText, threeDigits } from "../model/quantity.ts";
import { tracedText } from "./traced.ts";

type Told = Pick<ClaimResult, "verdict" | "readings" | "arms" | "traced">;

/**
 * What explains a figure that does not come out as published: only arms that agree with the article in fresh rounds do.
 * Where none was run, the system calls per response point at where to look, and are not called an explanation.
 */
export function explanation({ verdict, readings, arms, traced }: Told): string | null {
  const outcome = readings[0]?.outcome ?? "not-measured";
  const holds = verdict === "reproduced-under" || outcome === "reproduced";
  if (verdict === "shown" || holds || outcome === "not-measured") return null;
  const against = outcome === "reversed" || outcome === "outside";
  const run = arms.filter((arm) => arm.outcome !== "not-measured" || arm.confirmed !== null);
  const agreeing = run.filter(({ confirmed }) => confirmed?.agrees);
  // A size or a direction that is merely undecided is no disagreement, so it is not called unexplained.
  if (!against && agreeing.length === 0) return null;
  const calls = tracedText(traced);
  const here = calls === null ? null : `As measured here, ${calls}.`;
  if (arms.length === 0) return here;
  const notRun = arms.filter((arm) => !run.includes(arm)).map(({ id }) => id);
  const others = run.filter((arm) => !agreeing.includes(arm));
  return joined(
    here,
    agreeing.length > 0
      ? `In fresh rounds these arms agree with the article in direction: ${agreeing.map(ofAgreeing).join("; ")}.`
      : notRun.length === 0
        ? "Unexplained: no arm agrees with the article."
        : null,
    others.length === 0 ? null : `Others: ${others.map(ofOther).join("; ")}.`,
    notRun.length === 0 ? null : `Arms that may explain it were not run (--sensitivity=${notRun.join(",")} does).`,
  );
}

function ofAgreeing({ id, confirmed, traced, flags }: ArmResult): string {
  const ratio = confirmed?.measured ? ` ${measuredText(confirmed.measured)}` : "";
  const p =
    confirmed?.p == null ? "" : `, p ${confirmed.p < 0.001 ? "< 0.001" : `= ${threeDigits(confirmed.p)}`} after Holm`;
  const calls = tracedText(traced);
  const flagged = flags.length === 0 ? "" : `, flags: ${flags.join(", ")}`;
  return `${id}${ratio}${p}${flagged}${calls === null ? "" : ` (${calls})`}`;
}

function ofOther({ id, measured, confirmed, outcome }: ArmResult): string {
  const best = confirmed?.measured ?? measured;
  const agreed = outcome !== "reversed" && outcome !== "outside";
  const state = confirmed !== null ? "not confirmed" : agreed ? `${outcome}, not run again in fresh rounds` : outcome;
  return `${id} ${best === null ? "" : `${quantityText(best.value, best.unit)} `}(${state})`;
}

const joined = (...sentences: (string | null)[]): string => sentences.filter((each) => each !== null).join(" ");
