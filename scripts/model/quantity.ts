/** How numbers are put into words. No locale: a report must come out the same on every machine. */

/** Three significant digits, thousands grouped by commas: 0.714, 2.50, 16.3, 9,970, 29,800. */
export function threeDigits(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "-∞";
  if (value === 0) return "0";
  const rounded = Number(value.toPrecision(3));
  if (Math.abs(rounded) >= 1000) return grouped(rounded);
  return Math.abs(rounded) < 1e-4 ? rounded.toExponential(2) : rounded.toPrecision(3);
}

/** A whole number with thousands grouped by commas. */
export function grouped(value: number): string {
  return Math.round(value)
    .toFixed(0)
    .replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

const STEPS = [
  { from: 1e9, si: "GB", iec: "GiB", binary: 2 ** 30 },
  { from: 1e6, si: "MB", iec: "MiB", binary: 2 ** 20 },
  { from: 1e3, si: "kB", iec: "KiB", binary: 2 ** 10 },
];

/** Bytes with both prefixes spelled out, since a bare "MB" is read both ways: `2.55 MB (2.43 MiB)`. */
export function bytesText(bytes: number): string {
  const step = STEPS.find(({ from }) => Math.abs(bytes) >= from);
  if (!step) return `${threeDigits(bytes)} bytes`;
  return `${threeDigits(bytes / step.from)} ${step.si} (${threeDigits(bytes / step.binary)} ${step.iec})`;
}

/** A value in a unit of metric.ts or of an article, as printed. */
export function quantityText(value: number, unit: string): string {
  switch (unit) {
    case "bytes":
      return bytesText(value);
    case "x":
      return `${threeDigits(value)}x`;
    case "share":
      return `${threeDigits(value * 100)} %`;
    case "1/s":
      return `${threeDigits(value)}/s`;
    case "count":
      return Number.isInteger(value) ? grouped(value) : threeDigits(value);
    case "us":
      return `${threeDigits(value)} µs`;
    default:
      return `${threeDigits(value)} ${unit}`;
  }
}

/** A published figure as the article printed it, digits unrounded: `232.16 ms`, `29,828/s`, `2.99x`. */
export function publishedText(value: number, unit: string): string {
  const [whole = "", fraction] = String(value).split(".");
  const digits = fraction === undefined ? grouped(Number(whole)) : `${grouped(Number(whole))}.${fraction}`;
  if (unit === "x") return `${digits}x`;
  if (unit === "1/s") return `${digits}/s`;
  return unit === "count" ? digits : `${digits} ${unit}`;
}

/** A value with what is known of its interval, as it is handed from stage to stage. */
interface Bounded {
  value: number;
  low: number | null;
  high: number | null;
  bound: "at-least" | "at-most" | "open" | null;
  rounds: number;
  unit: string;
  /** How the interval was made; it ends with its level where that is not the usual 95 %. */
  method?: string;
}

const BOUND_WORDS = { "at-least": "at least ", "at-most": "at most ", open: "bounded on neither side, " };

/** A value with its interval and rounds: `0.714x [0.690, 0.731], n = 6`; a bounded one: `at least 1.26x [1.20, …), n = 6`. */
export function measuredText(measured: Bounded): string {
  const { value, bound, rounds, unit, method = "" } = measured;
  const interval = intervalText(measured);
  const level = levelText(method);
  // A value that is counted has no spread: its interval would only repeat it.
  const ends = interval === "" || (measured.low === measured.high && rounds <= 1) ? "" : ` ${interval}${level}`;
  return `${bound === null ? "" : BOUND_WORDS[bound]}${quantityText(value, unit)}${ends}, n = ${rounds}`;
}

/** ` (90 %)`: under a heading, or beside intervals, of 95 % another level has to be told. Empty for 95 %. */
export function levelText(method: string): string {
  const level = / (\d+ %) interval$/.exec(method)?.[1];
  return level === undefined ? "" : ` (${level})`;
}

/** `[0.690, 0.731]`, sizes with one unit behind: `[2.50, 2.60] MB`; empty without an interval. */
export function intervalText({ value, low, high, unit }: Pick<Bounded, "value" | "low" | "high" | "unit">): string {
  if (low === null) return "";
  const step = unit === "bytes" ? STEPS.find(({ from }) => Math.abs(value) >= from) : undefined;
  const end = (side: number): string => {
    if (step) return threeDigits(side / step.from);
    return unit === "x" ? threeDigits(side) : quantityText(side, unit);
  };
  return `[${end(low)}, ${high === null ? "…)" : `${end(high)}]`}${step ? ` ${step.si}` : ""}`;
}
