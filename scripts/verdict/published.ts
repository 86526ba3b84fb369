import type { Claim } from "../model/article.ts";
import type { ClaimResult } from "../model/judgement.ts";
import { ABSOLUTE_TOLERANCE, RELATION_TOLERANCE } from "./outcome-band.ts";

/** What the article says, as printed in a report: figures keep the article's unit. */
export function publishedOf({ relation, provenance }: Claim): ClaimResult["published"] {
  const nothing = { value: null, high: null, unit: null, provenance };
  switch (relation.kind) {
    case "ratio":
      return { ...nothing, value: relation.value, unit: "x" };
    case "absolute":
    case "at-most":
    case "at-least":
    case "shown":
      return { ...nothing, value: relation.value, unit: relation.unit };
    case "range":
      return { ...nothing, value: relation.low, high: relation.high, unit: relation.unit };
    case "equivalent":
      return { ...nothing, value: 1, unit: "x" };
    case "artefact":
      return { ...nothing, value: relation.expects };
    default:
      return nothing;
  }
}

/** Half-width of the band a claim is judged with, as a share; null where its relation has none. */
export function toleranceOf({ relation, tolerance }: Claim): number | null {
  switch (relation.kind) {
    case "ratio":
      return tolerance ?? RELATION_TOLERANCE;
    case "absolute":
      return tolerance ?? ABSOLUTE_TOLERANCE;
    case "at-most":
    case "at-least":
    case "range":
      return tolerance ?? 0;
    case "equivalent":
      return relation.margin;
    default:
      return null;
  }
}
