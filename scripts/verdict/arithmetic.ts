import type { Claim } from "../model/article.ts";
import type { ClaimResult } from "../model/judgement.ts";
import type { Metric } from "../model/metric.ts";
import { publishedText, quantityText } from "../model/quantity.ts";

type Arithmetic = NonNullable<Claim["arithmetic"]>;

/** One natural way to state two figures as one number, dimensionless. */
interface Form {
  name: string;
  value: number;
}

/**
 * Do the article's own figures give the size it quotes? Every natural reading is tried: either metric, either base,
 * either direction, within the rounding of the quote. Only where none fits is the claim flagged `arithmetic`; otherwise
 * the readings that fit are named, since they tell what the article meant.
 *
 * @returns null for a claim that quotes no size beside its figures
 */
export function checkArithmetic(claim: Claim): ClaimResult["arithmetic"] {
  if (claim.arithmetic === undefined) return null;
  const { quoted, unit, rounding, pairs } = claim.arithmetic;
  const scale = unit === "%" ? 100 : 1;
  const forms = pairs.flatMap(({ metric, a, b }) => formsOf(metric, a, b));
  // Rounding is a half-width in decimal digits: a quote exactly at its edge must not fall to binary fractions.
  const slack = rounding * (1 + 1e-9);
  const fitting = forms.filter(({ value }) => Math.abs(value * scale - quoted) <= slack);
  const quote = publishedText(quoted, unit);
  const said = (form: Form): string => `${form.name} = ${valueText(form.value, unit)}`;
  if (fitting.length === 0) {
    return { fits: null, text: `no natural reading gives ${quote}: ${forms.map(said).join("; ")}` };
  }
  return { fits: fitting.map(({ name }) => name).join(" or "), text: `${quote} fits ${fitting.map(said).join("; ")}` };
}

const valueText = (value: number, unit: Arithmetic["unit"]): string =>
  quantityText(value, unit === "%" ? "share" : "x");

function formsOf(metric: Metric, a: number, b: number): Form[] {
  const name = metric.replace(/^latency-/, "");
  const [small, large] = a < b ? [a, b] : [b, a];
  const figures = `${asPrinted(large)} and ${asPrinted(small)}`;
  return [
    { name: `ratio of ${name} (${figures})`, value: large / small },
    { name: `inverse ratio of ${name} (${figures})`, value: small / large },
    { name: `reduction of ${name} (${figures})`, value: (large - small) / large },
    { name: `increase of ${name} (${figures})`, value: (large - small) / small },
  ];
}

const asPrinted = (value: number): string => publishedText(value, "count");
