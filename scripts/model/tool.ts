import { z } from "zod";

/** The load tools, one interface for all: scripts/measure/load-tool.ts. */
export const toolSchema = z.enum(["oha", "wrk", "bombardier"]);
export type Tool = z.infer<typeof toolSchema>;

/** Costs least CPU a request of the tools: measures beside another one that is nearly at its limit. */
export const LIGHTEST_TOOL: Tool = "wrk";

/** How long a tool loads when it is asked for so many seconds: wrk takes whole ones only, bombardier no less than one. */
export function secondsBy(tool: Tool, asked: number): number {
  if (tool === "wrk") return Math.ceil(asked);
  return tool === "bombardier" ? Math.max(1, asked) : asked;
}

/** A warm-up as it is asked for and, by name, as those tools take it that cannot be so short: `0.5 s (wrk: 1 s)`. */
export function warmupText(asked: number, tools: readonly string[]): string {
  const longer = toolSchema.options.filter((tool) => tools.includes(tool) && secondsBy(tool, asked) !== asked);
  const each = longer.map((tool) => `${tool}: ${secondsBy(tool, asked)} s`).join(", ");
  return longer.length === 0 ? `${asked} s` : `${asked} s (${each})`;
}
