/** Halvings of a bracket: enough to exhaust the 53 bits of a double from any starting width. */
const MAX_HALVINGS = 2_000;

/**
 * Where a function that never decreases reaches a wanted value, to the last bit that doubles resolve.
 *
 * Slower than Newton's method and cannot fail: every quantile here is looked up a few times a report, never in a loop
 * over samples.
 *
 * @param increasing a non-decreasing function
 * @param wanted its value at the answer
 * @param low a point where it is at most `wanted`
 * @param high a point where it is at least `wanted`
 */
export function bisect(increasing: (x: number) => number, wanted: number, low: number, high: number): number {
  let [below, above] = [low, high];
  for (let step = 0; step < MAX_HALVINGS; step++) {
    const middle = (below + above) / 2;
    // The two ends are neighbours: no double lies between them.
    if (middle <= below || middle >= above) break;
    if (increasing(middle) < wanted) below = middle;
    else above = middle;
  }
  return above;
}
