import fc from "fast-check";
import type { RatioEvidence } from "../../scripts/verdict/outcome.ts";

/** Evenly spread on a log scale. From integers, since fast-check's doubles crowd around 0, here a factor of 1. */
export const logUniform = (from: number, to: number) =>
  fc.integer({ min: 0, max: 1_000_000 }).map((step) => from * (to / from) ** (step / 1_000_000));
const published = logUniform(0.02, 50).filter((p) => p !== 1);
const tolerance = fc.oneof(fc.constant(0.25), fc.constant(0), logUniform(0.01, 3));

/** Evidence whose ends are often exactly on 1, on the published ratio or on an edge of the band. */
export const evidence: fc.Arbitrary<RatioEvidence> = fc.tuple(published, tolerance).chain(([p, tol]) => {
  const edges = [1, p, p / (1 + tol), p * (1 + tol), 1 / p];
  const end = fc.oneof(fc.constantFrom(...edges), logUniform(0.01, 100));
  const wide = fc.tuple(end, end).map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) }));
  const narrow = fc.tuple(end, logUniform(1, 1.2)).map(([low, factor]) => ({ low, high: low * factor }));
  const interval = fc.oneof(wide, narrow);
  return fc.record({
    published: fc.constant(p),
    tolerance: fc.constant(tol),
    interval: fc.option(interval, { freq: 15 }),
    rounds: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 6, max: 20 }) }, fc.integer({ min: 0, max: 5 })),
    forbids: fc.oneof({ weight: 9, arbitrary: fc.constant([]) }, fc.constant(["errors"])),
    numeratorBound: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()),
    denominatorBound: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()),
  });
});

/** Turning 1/p over rounds in the last bit, so an end that is exactly an edge may fall on either side of it. */
export function awayFromEdges({ published: p, tolerance: tol, interval }: RatioEvidence): boolean {
  const edges = [1, p / (1 + tol), p * (1 + tol)];
  const ends = interval === null ? [] : [interval.low, interval.high];
  return ends.every((end) => edges.every((edge) => Math.abs(end / edge - 1) > 1e-12));
}
