import type { ClaimResult, Measured, Reading, Verdict } from "../../model/judgement.ts";
import { levelText } from "../../model/quantity.ts";
import { againstText, publishedFigure } from "../figures.ts";
import { scaledText, scaleOf } from "./plots/scale.ts";
import { SIGNS } from "./verdict-sign.ts";

/** A line of a forest plot. Values are on its axis: ratios, or measured ÷ published. */
export interface ForestRow {
  /** A claim, or under it something else that was measured for it. */
  level: "claim" | "below";
  label: string;
  /** What was measured, in its own unit, and what it came to. */
  figure: string;
  word: string;
  tone: (typeof SIGNS)[Verdict]["tone"];
  published: number | null;
  /** Where the interval has to lie; an end that is null is open. */
  band: { low: number | null; high: number | null } | null;
  value: number;
  low: number | null;
  high: number | null;
  open: { low: boolean; high: boolean };
}

export interface Forest {
  kind: "ratio" | "figure";
  rows: ForestRow[];
}

/**
 * The plots of a group: relations between subjects on an axis of ratios, and figures of one subject on one of measured ÷
 * published. They share no axis: 1 means "no difference" on the first and "as published" on the second.
 */
export function forestsOf(claims: readonly ClaimResult[]): Forest[] {
  const drawn = claims.map((claim) => ({ kind: kindOf(claim), rows: rowsOf(claim) }));
  return (["ratio", "figure"] as const)
    .map((kind) => ({ kind, rows: drawn.filter((each) => each.kind === kind).flatMap(({ rows }) => rows) }))
    .filter(({ rows }) => rows.length > 0);
}

const kindOf = ({ measured }: ClaimResult): Forest["kind"] => (measured?.unit === "x" ? "ratio" : "figure");

function rowsOf(claim: ClaimResult): ForestRow[] {
  const [primary] = claim.readings;
  if (primary?.measured == null) return [];
  const { mark } = SIGNS[claim.verdict];
  const head = rowOf(claim, primary, `${claim.says}`, `${mark} ${claim.verdict}`, "claim");
  const readings = claim.readings.slice(1).map((each) => below(claim, each, `reading: ${each.what}`, each.outcome));
  const tools = claim.tools
    .filter(({ judged }) => !judged)
    .map((each) => below(claim, { ...primary, ...each }, `by ${each.tool}, beside it`, each.outcome));
  const arms = claim.arms.flatMap((arm) => [
    below(claim, arm, `arm: ${arm.what}`, arm.outcome),
    below(
      claim,
      { ...arm, measured: arm.confirmed?.measured ?? null },
      `arm in fresh rounds: ${arm.what}`,
      agreement(arm),
    ),
  ]);
  // A shown figure has readings too, but nothing is judged by them.
  const rest = claim.verdict === "shown" ? [] : [...readings, ...tools, ...arms];
  return [head, ...rest].filter((row) => row !== null);
}

const agreement = ({ confirmed }: ClaimResult["arms"][number]): string =>
  confirmed?.agrees ? "agrees" : "does not agree";

function below(claim: ClaimResult, reading: Reading, label: string, word: string): ForestRow | null {
  return reading.measured === null ? null : rowOf(claim, reading, label, word, "below");
}

function rowOf(claim: ClaimResult, reading: Reading, label: string, word: string, level: ForestRow["level"]) {
  const measured = reading.measured as Measured;
  const ratio = measured.unit === "x" && kindOf(claim) === "ratio";
  const published = reading.published;
  const unit = ratio ? 1 : published;
  // A figure of which nothing comparable was published has no place on this axis.
  if (unit === null || measured.value <= 0) return null;
  const low = measured.bound === "at-most" || measured.bound === "open" ? null : measured.low;
  const row: ForestRow = {
    level,
    label,
    figure: figureText(claim, reading, measured, level),
    word,
    tone: SIGNS[claim.verdict].tone,
    published: ratio ? published : 1,
    band: bandOf(claim, ratio ? published : 1),
    value: measured.value / unit,
    low: low === null || low <= 0 ? null : low / unit,
    high: measured.high === null ? null : measured.high / unit,
    open: {
      low: measured.low !== null && (low === null || low <= 0),
      high: measured.bound === "at-least" || measured.bound === "open",
    },
  };
  return row;
}

function figureText(claim: ClaimResult, reading: Reading, measured: Measured, level: ForestRow["level"]): string {
  const { value, unit, bound } = measured;
  const scale = scaleOf(unit, [value]);
  const open = { low: bound === "at-most" || bound === "open", high: bound === "at-least" || bound === "open" };
  const ends = { value, low: measured.low, high: measured.high ?? (open.high ? value : null) };
  const text = scaledText(ends, scale, open);
  const here = unit === "x" ? text.replace(/^([≥≤ ]*[\d.,]+)/, "$1x") : `${text} ${scale.name}`.trim();
  const published = claim.published.value === null ? "" : `; published ${publishedFigure(claim)}`;
  return `${here}${levelText(measured.method)}${level === "claim" ? published : againstText(reading, claim.readings[0])}`;
}

/** The band by which a claim is judged (docs/method.md), as factors on both sides; limits are open on one. */
function bandOf({ relation, tolerance, published }: ClaimResult, at: number | null): ForestRow["band"] {
  if (at === null || tolerance === null) return null;
  const wide = 1 + tolerance;
  switch (relation) {
    case "at-most":
      return { low: null, high: at * wide };
    case "at-least":
      return { low: at / wide, high: null };
    case "range":
      return typeof published.value === "number" && published.high !== null
        ? { low: at / wide, high: (published.high / published.value) * wide }
        : null;
    default:
      return { low: at / wide, high: at * wide };
  }
}
