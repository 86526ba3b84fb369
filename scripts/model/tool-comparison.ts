import { z } from "zod";
import { toolSchema } from "./tool.ts";

const figure = z.number().nullable();

/** One window of one tool: rates a second, times in milliseconds, shares of the tool's CPUs or of the server's one. */
const windowSchema = z.strictObject({
  round: z.number().int(),
  rps: figure,
  latencyMs: z.strictObject({ mean: figure, p50: figure, p90: figure, p99: figure }),
  /** CPU of the tool itself, a request in microseconds and as a share of what it may use. */
  toolUsPerRequest: figure,
  toolCpu: figure,
  serverCpu: figure,
  errors: figure,
  inFlight: figure,
  flags: z.array(z.string()),
  /** Why the window does not count, such as foreign load; null for one that does. */
  void: z.string().nullable(),
  /** Where the tool's whole output lies. */
  log: z.string(),
});
export type ToolWindow = z.infer<typeof windowSchema>;

/** What `bench tools --json` prints, schema 1. Medians are over the windows that count; null where none does. */
export const toolComparisonSchema = z.strictObject({
  schema: z.literal(1),
  server: z.string(),
  connections: z.number().int(),
  seconds: z.number(),
  rounds: z.number().int(),
  cpus: z.strictObject({ server: z.string(), tools: z.string() }),
  tools: z.array(
    z.strictObject({
      tool: toolSchema,
      version: z.string(),
      meaning: z.strictObject({ rate: z.string(), percentiles: z.string() }),
      argv: z.array(z.string()),
      rps: z.strictObject({ median: figure, low: figure, high: figure }),
      latencyMs: z.strictObject({ mean: figure, p50: figure, p90: figure, p99: figure }),
      toolUsPerRequest: figure,
      toolCpu: figure,
      serverCpu: figure,
      windows: z.array(windowSchema),
    }),
  ),
  /** Tools of the kit that are not in the image, with the reason. */
  lacking: z.array(z.strictObject({ tool: toolSchema, why: z.string() })),
});
export type ToolComparison = z.infer<typeof toolComparisonSchema>;
export type ComparedTool = ToolComparison["tools"][number];
