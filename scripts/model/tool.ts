import { z } from "zod";

/** The load tools, one interface for all: scripts/measure/load-tool.ts. */
export const toolSchema = z.enum(["oha", "wrk", "bombardier"]);
export type Tool = z.infer<typeof toolSchema>;

/** Costs least CPU a request of the tools: measures beside another one that is nearly at its limit. */
export const LIGHTEST_TOOL: Tool = "wrk";
