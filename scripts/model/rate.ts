import { z } from "zod";
import type { Tool } from "./tool.ts";

/** Requests that arrive a second. */
export const rateSchema = z.number().int().min(1).max(1_000_000);

/** The tool that sends at a fixed rate and times from the intended send. */
export const OPEN_LOOP_TOOL: Tool = "oha";
