import type { Claim } from "../model/article.ts";
import type { ClaimResult } from "../model/judgement.ts";
import { publishedText, quantityText, threeDigits } from "../model/quantity.ts";

/**
 * What the article's own figures with their ± support, before anything is measured: their difference against both spreads
 * together, the root of the sum of their squares. The ± of a single run is how its figure moved within that run; how far
 * another run would lie it does not say, and that is told beside a difference of any size.
 *
 * @returns null for a claim that quotes no figures with a spread
 */
export function checkSpread(claim: Claim): ClaimResult["spread"] {
  if (claim.spread === undefined) return null;
  const { a, b, unit, runs } = claim.spread;
  const difference = Math.abs(a.value - b.value);
  const together = Math.hypot(a.plusMinus, b.plusMinus);
  const share = difference / together;
  const figure = ({ value, plusMinus }: { value: number; plusMinus: number }): string =>
    `${publishedText(value, "count")} ± ${publishedText(plusMinus, unit)}`;
  const supports = share > 1;
  const said = supports ? "more than they spread by themselves" : "no more than they spread by themselves";
  const single = runs === 1 ? "; a ± within one run a side tells nothing of further runs" : "";
  const size = `${quantityText(difference, unit)}, ${threeDigits(share)} of both ± together (${quantityText(together, unit)})`;
  return { share, supports, text: `${figure(a)} and ${figure(b)} differ by ${size}, ${said}${single}` };
}
