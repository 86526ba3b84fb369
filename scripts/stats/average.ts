/**
 * Arithmetic mean.
 *
 * @throws RangeError for an empty list: a value that was not measured is missing, never 0
 */
export function mean(values: readonly number[]): number {
  requireValues("mean", values);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Sample standard deviation (divisor n − 1), by the two-pass formula.
 *
 * @throws RangeError for fewer than two values: one value says nothing about spread
 */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) throw new RangeError(`a standard deviation needs two values, got ${values.length}`);
  const centre = mean(values);
  // All equal: the mean may round to a neighbour, which would turn "no spread" into 1e-17 and a t of 1e16.
  if (values.every((value) => value === values[0])) return 0;
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/**
 * Natural logarithms of positive values.
 *
 * @throws RangeError for a value that is zero, negative, infinite or not a number, naming its place
 */
export function logs(values: readonly number[]): number[] {
  return values.map((value, index) => {
    if (!(value > 0 && Number.isFinite(value))) {
      throw new RangeError(`a logarithm needs positive finite values, got ${value} at index ${index}`);
    }
    return Math.log(value);
  });
}

/** @throws RangeError for an empty list or one that holds something other than finite numbers */
export function requireValues(what: string, values: readonly number[]): void {
  if (values.length === 0) throw new RangeError(`${what} of no values`);
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new RangeError(`${what} needs finite values, got ${values[bad]} at index ${bad}`);
}
