import { grouped } from "../../../model/quantity.ts";

/** A scale with its ticks. Values are given in the unit that `name` says. */
export interface Axis {
  /** What it shows, with its unit; says so where it is logarithmic or does not begin at 0. */
  name: string;
  /** Where a value lies on the scale: itself, or its logarithm. */
  at(value: number): number;
  low: number;
  high: number;
  ticks: readonly number[];
}

/** Room beyond the outermost values, as a share of the scale's length. */
const MARGIN = 0.06;
/** Beyond this factor between the smallest and the largest value a logarithm shows more than it hides. */
const LOG_FROM = 8;
/** Where the smallest value is below this share of the largest, a linear scale begins at 0. */
const ZERO_BELOW = 0.4;

/** The axis that suits these values: logarithmic where they are far apart, otherwise linear. */
export function axisFor(values: readonly number[], name: string): Axis {
  const [low, high] = ends(values);
  return low > 0 && high / low > LOG_FROM ? logAxis(values, `${name}, log scale`) : linearAxis(values, name);
}

/** A logarithmic axis over positive values. */
export function logAxis(values: readonly number[], name: string): Axis {
  const [low, high] = ends(values.filter((value) => value > 0));
  const length = Math.max(Math.log10(high / low), 0.08);
  const spare = (length - Math.log10(high / low)) / 2 + length * MARGIN;
  const [from, to] = [low / 10 ** spare, high * 10 ** spare];
  return { name, at: Math.log10, low: from, high: to, ticks: logTicks(from, to) };
}

function linearAxis(values: readonly number[], name: string): Axis {
  const [low, high] = ends(values);
  const atZero = low >= 0 && low < ZERO_BELOW * high;
  const length = (atZero ? high : high - low) || Math.abs(high) * 0.1 || 1;
  const to = high + length * MARGIN * (high === low ? 5 : 1);
  const from = atZero ? 0 : low - length * MARGIN * (high === low ? 5 : 1);
  // A quantity that cannot be negative gets no negative end.
  const start = low >= 0 ? Math.max(0, from) : from;
  const cut = start > 0 ? ", not from 0" : "";
  return { name: `${name}${cut}`, at: (value) => value, low: start, high: to, ticks: evenTicks(start, to, 5) };
}

/** Reduced without spreading: a long run has more values than a call takes arguments. */
function ends(values: readonly number[]): [number, number] {
  const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : [0, 1];
}

/** Round values between the ends, `most` at most: steps of 1, 2 or 5 times a power of ten. */
export function evenTicks(low: number, high: number, most: number): number[] {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? power;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, nth) => exact((first + nth) * step));
}

/** Powers of ten, with 2 and 5 times them or finer steps where there is room. */
function logTicks(low: number, high: number): number[] {
  if (high / low < 4) return evenTicks(low, high, 4).filter((tick) => tick > 0);
  const decades = Math.log10(high / low);
  const steps = decades > 3.5 ? [1] : decades > 2 ? [1, 3] : [1, 2, 5];
  const powers = Array.from({ length: Math.ceil(decades) + 2 }, (_, nth) => Math.floor(Math.log10(low)) + nth);
  return powers
    .flatMap((power) => steps.map((step) => exact(step * 10 ** power)))
    .filter((tick) => tick >= low && tick <= high);
}

/** Sums of steps without the digits that binary fractions leave. */
const exact = (value: number): number => Number(value.toPrecision(12));

/** A tick as printed: as many digits as it has, thousands grouped. */
export function tickText(value: number): string {
  if (Math.abs(value) < 1000 || !Number.isInteger(value)) return String(exact(value));
  return value < 0 ? `-${grouped(-value)}` : grouped(value);
}
