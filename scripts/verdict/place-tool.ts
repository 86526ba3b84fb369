import { OPEN_LOOP_TOOL } from "../model/rate.ts";
import type { Place } from "../model/resolve.ts";
import type { Tool } from "../model/tool.ts";

/** The load tool of a place; null for what needs no load. */
export function toolOf(place: Place): Tool | null {
  if (place.cell.measure.kind === "open-loop") return OPEN_LOOP_TOOL;
  return place.cell.measure.kind === "load" ? place.cell.measure.tool : null;
}
