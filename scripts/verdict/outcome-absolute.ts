import { bandAround, placeOf } from "./outcome-band.ts";
import { type Evidence, type Interval, type Refusal, refusals } from "./outcome-evidence.ts";
import { coveringTolerance } from "./outcome-flip.ts";
import { type ByteUnit, readingsOfUnit } from "./outcome-units.ts";

export interface AbsoluteEvidence extends Evidence {
  /** Published figure in the unit of the interval; bytes for sizes and memory. */
  published: number;
  /** Half-width of the band as a share. */
  tolerance: number;
  /** Counted exactly (image and file sizes) rather than sampled: one reading is enough, its interval is the value. */
  counted: boolean;
}

export interface AbsoluteOutcome {
  outcome: "reproduced" | "outside" | "inconclusive";
  reason:
    | { code: "refused"; refusals: readonly Refusal[] }
    | { code: "interval-in-band" }
    | { code: "interval-above-band" }
    | { code: "interval-below-band" }
    | { code: "interval-crosses-band" };
  band: Interval;
  /** Tolerance, as a share, at which the outcome changes to or from `reproduced`; null where none does. */
  flipsAtTolerance: number | null;
}

/**
 * Outcome of one absolute figure: `reproduced` when the whole interval lies in the band, `outside` when none of it does,
 * otherwise `inconclusive`.
 *
 * @throws RangeError for values out of range or evidence that cannot exist
 */
export function outcomeOfAbsolute(evidence: AbsoluteEvidence): AbsoluteOutcome {
  const { published, tolerance, interval, counted } = evidence;
  const band = bandAround(published, tolerance);
  const refused = refusals(evidence, counted);
  if (refused.length > 0 || interval === null) {
    return {
      outcome: "inconclusive",
      reason: { code: "refused", refusals: refused },
      band,
      flipsAtTolerance: null,
    };
  }
  const shared = { band, flipsAtTolerance: coveringTolerance(published, interval) };
  switch (placeOf(interval, band)) {
    case "inside":
      return { outcome: "reproduced", reason: { code: "interval-in-band" }, ...shared };
    case "above":
      return { outcome: "outside", reason: { code: "interval-above-band" }, ...shared };
    case "below":
      return { outcome: "outside", reason: { code: "interval-below-band" }, ...shared };
    case "across":
      return { outcome: "inconclusive", reason: { code: "interval-crosses-band" }, ...shared };
  }
}

/** Outcome of a figure in bytes under one reading of its unit. */
export interface UnitReading extends AbsoluteOutcome {
  unit: ByteUnit;
  /** The published figure in bytes under this reading. */
  bytes: number;
}

/**
 * Outcomes of a published size under every admissible reading of its unit, the one as printed first. Which of them makes
 * the verdict (`reproduced`, `reproduced-under`) is decided over all readings of the claim, not here.
 *
 * @param evidence `published` in `unit`, the interval in bytes
 * @throws RangeError as `outcomeOfAbsolute`
 */
export function outcomesByUnit(evidence: AbsoluteEvidence, unit: ByteUnit): UnitReading[] {
  return readingsOfUnit(evidence.published, unit).map((reading) => ({
    ...reading,
    ...outcomeOfAbsolute({ ...evidence, published: reading.bytes }),
  }));
}
