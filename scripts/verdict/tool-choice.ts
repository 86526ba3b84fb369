import type { Changes, Claim } from "../model/article.ts";
import { type Place, placesOf } from "../model/resolve.ts";
import type { Run } from "../model/run.ts";
import { LIGHTEST_TOOL, type Tool } from "../model/tool.ts";
import { generatorBound, type RoundPhase, valuesAt } from "./figure.ts";
import { MIN_ROUNDS } from "./outcome-evidence.ts";
import type { SampleIndex } from "./sample-index.ts";

/** The places a reading is judged at, and those of the tool that was passed over. */
export interface ToolChoice {
  judged: Place[];
  /** Measured as well, shown beside; null where there is one tool or no load. */
  other: Place[] | null;
}

/**
 * The article's tool, unless its generator was at its limit (or it gave nothing) where the lighter one has enough
 * rounds: then that one. Both sides of a relation are always judged by the same tool.
 */
export function chooseTool(
  run: Run,
  index: SampleIndex,
  claim: Claim,
  changes: Changes,
  phase: RoundPhase,
): ToolChoice {
  const at = (tool: Tool): Place[] => placesOf(run.article, claim, changes, tool);
  const asked = at(run.article.protocol.tool);
  if (!asked.some(({ cell }) => cell.measure.kind === "load")) return { judged: asked, other: null };
  if (run.article.protocol.tool === LIGHTEST_TOOL) return { judged: asked, other: null };
  const light = at(LIGHTEST_TOOL);
  const fewest = (places: Place[]): number => Math.min(...places.map((place) => valuesAt(index, place, phase).length));
  // The lighter tool joins in only where it turns out to be needed, so what it measured is not in the plan.
  const [byAsked, byLight] = [fewest(asked), fewest(light)];
  if (byLight === 0) return { judged: isPlanned(run, light) && !isPlanned(run, asked) ? light : asked, other: null };
  if (byAsked === 0) return { judged: light, other: null };
  const bound = asked.some((place) => generatorBound(index, place, phase));
  return bound && byLight >= MIN_ROUNDS ? { judged: light, other: asked } : { judged: asked, other: light };
}

const isPlanned = (run: Run, places: readonly Place[]): boolean =>
  places.every(({ cell }) => run.plan.cells.some(({ id }) => id === cell.id));
