import type { Place } from "../model/resolve.ts";
import type { Tool } from "../model/tool.ts";

/** The load tool of a place; null for what needs no load. */
export function toolOf(place: Place): Tool | null {
  return place.cell.measure.kind === "load" ? place.cell.measure.tool : null;
}
