import { mean, requireValues } from "./average.ts";
import { tCritical, tTwoSidedP } from "./student-t.ts";

/** A straight line through values in the order taken. */
export interface Trend {
  /** Change from the first to the last value along the line, in the values' unit. */
  change: number;
  /** 95 % interval of the change. */
  low: number;
  high: number;
  /** Two-sided p-value of "no trend". */
  p: number;
}

const CONFIDENCE = 0.95;

/**
 * Ordinary least squares of equally spaced values on their place, with the t interval of the slope on n − 2 degrees of
 * freedom (Draper & Smith, Applied Regression Analysis, 1.4). Null with fewer than three values, where no error can be told.
 *
 * @param values finite, in the order taken
 */
export function trendOf(values: readonly number[]): Trend | null {
  const n = values.length;
  if (n < 3) return null;
  requireValues("trend", values);
  // All equal: the mean may round to a neighbour, and what is no trend would come out as a certain one.
  if (values.every((value) => value === values[0])) return { change: 0, low: 0, high: 0, p: 1 };
  const centre = mean(values);
  const middle = (n - 1) / 2;
  const sumXX = (n * (n * n - 1)) / 12;
  const sumXY = values.reduce((sum, value, place) => sum + (place - middle) * (value - centre), 0);
  const slope = sumXY / sumXX;
  const left = values.reduce((sum, value, place) => sum + (value - centre - slope * (place - middle)) ** 2, 0);
  const error = Math.sqrt(left / (n - 2) / sumXX);
  const change = slope * (n - 1);
  const half = tCritical(CONFIDENCE, n - 2) * error * (n - 1);
  const p = tTwoSidedP(slope / error, n - 2);
  return { change, low: change - half, high: change + half, p };
}
