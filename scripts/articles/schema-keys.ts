import { z } from "zod";
import type { Path } from "./source.ts";

/** The keys that the schema allows for the map at `path`; empty where it is no map with fixed keys. */
export function keysAt(schema: z.core.$ZodType, path: Path, data: unknown): string[] {
  const inner = unwrap(schema);
  const [step, ...rest] = path;
  if (inner instanceof z.ZodDiscriminatedUnion) {
    const option = optionFor(inner, data);
    return option ? keysAt(option, path, data) : [];
  }
  if (step === undefined) return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
  const next = (data as Record<PropertyKey, unknown> | undefined)?.[step];
  if (inner instanceof z.ZodObject) {
    const field = inner.shape[String(step)];
    return field ? keysAt(field, rest, next) : [];
  }
  if (inner instanceof z.ZodRecord) return keysAt(inner.valueType, rest, next);
  if (inner instanceof z.ZodArray) return keysAt(inner.element, rest, next);
  return [];
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return unwrap(schema.def.innerType);
  }
  return schema;
}

/** The option whose discriminator (a literal or an enum of several) is the one in the data. */
function optionFor(union: z.ZodDiscriminatedUnion, data: unknown): z.core.$ZodType | undefined {
  const key = union.def.discriminator;
  const value = (data as Record<string, unknown> | undefined)?.[key];
  return union.options.find((option) => {
    const field = option instanceof z.ZodObject ? option.shape[key] : undefined;
    return field instanceof z.ZodType && field.safeParse(value).success;
  });
}
