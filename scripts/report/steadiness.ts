import { quantityText, threeDigits } from "../model/quantity.ts";
import type { Report } from "./schema.ts";

const signed = (share: number): string => `${share > 0 ? "+" : ""}${quantityText(share, "share")}`;

/** How steady the machine was, and how far apart its CPUs are: sentences, none where nothing is known. */
export function steadinessTexts({ drift, sharing }: Pick<Report, "drift" | "sharing">): string[] {
  return [...(drift === null ? [] : [driftText(drift)]), ...(sharing === null ? [] : [sharingText(sharing)])];
}

function driftText({ change, low, high, p, rounds, again, drifted }: NonNullable<Report["drift"]>): string {
  const line = `From the first of ${rounds} rounds to the last, all rates of loads together moved by ${signed(change)}`;
  const ends = `[${signed(low)}, ${signed(high)}], p = ${threeDigits(p)}`;
  const twice = again === null ? "" : `; the first load, taken again last, had ${threeDigits(again.ratio)} of its rate`;
  return `${line} ${ends}: ${drifted ? "the machine drifted" : "no drift that chance would not make"}${twice}.`;
}

function sharingText({ slowdown }: NonNullable<Report["sharing"]>): string {
  return `Fixed work on the subject's CPU takes ${signed(slowdown)} of time with the load generator's CPU busy.`;
}
