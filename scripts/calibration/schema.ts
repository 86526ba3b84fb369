import { z } from "zod";
import { calibrationSchema } from "../model/calibration.ts";

/** The JSON Schema that is checked in as schemas/calibration.schema.json. */
export function calibrationJsonSchema(): Record<string, unknown> {
  return { ...z.toJSONSchema(calibrationSchema), title: "Rematch calibration, schema 1" };
}
