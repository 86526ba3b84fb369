import { z } from "zod";
import { BASES_OF_BUDGET } from "./budget.ts";
import { footprintSchema } from "./footprint-schema.ts";
import { standResultSchema } from "./stand.ts";

const bytes = z.number().int().nonnegative();

const budgetSchema = z.strictObject({
  name: z.string(),
  bytes,
  of: z.enum(BASES_OF_BUDGET),
  found: bytes,
  exceeded: z.boolean(),
  /** The layer with most of what the budget is for; null for an image without layers. */
  layer: z.strictObject({ number: z.number().int(), bytes, by: z.string().nullable() }).nullable(),
});

/** What `bench image --json` prints, schema 1. Sizes in bytes. */
export const imageReportSchema = z.strictObject({
  schema: z.literal(1),
  images: z.array(footprintSchema),
  /** Named images that there are no numbers of. */
  failures: z.array(z.strictObject({ name: z.string(), why: z.string() })),
  /** One an image where a budget was given; else empty. */
  budgets: z.array(budgetSchema),
  /** Every subject's program on every base, where asked for; else empty. */
  matrix: z.array(standResultSchema),
});
export type ImageReport = z.infer<typeof imageReportSchema>;

/** The JSON Schema that is checked in as schemas/image.schema.json. */
export function imageJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(imageReportSchema), title: "Rematch images, schema 1" };
}
