import { InputError } from "../model/errors.ts";
import type { Footprint } from "./footprint-schema.ts";

/** Which size of an image a budget is for. */
export const BASES_OF_BUDGET = ["unpacked", "compressed", "unique"] as const;
export type BudgetOf = (typeof BASES_OF_BUDGET)[number];

/** What an image may cost at most, in bytes. */
export interface Budget {
  bytes: number;
  of: BudgetOf;
}

const UNITS: Record<string, number> = {
  ...{ kB: 1e3, MB: 1e6, GB: 1e9 },
  ...{ KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 },
};

/**
 * Bytes of a size as the user writes it: a number and one of kB, MB, GB (powers of 1000), KiB, MiB, GiB (of 1024). A bare
 * number, "M" and "Mb" are read in more than one way by different tools, so they are refused.
 *
 * Throws InputError.
 */
export function parseSize(text: string, option = "--budget"): number {
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?) ?([A-Za-z]+)$/.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(digits) * (UNITS[unit] ?? Number.NaN));
  if (bytes > 0 && Number.isSafeInteger(bytes)) return bytes;
  const expected = `a size above 0 in ${Object.keys(UNITS).join(", ")}`;
  const next = "write it like 25MB (25,000,000 bytes) or 25MiB (26,214,400)";
  throw new InputError([{ file: option, line: null, column: null, expected, found: `"${text}"`, next }]);
}

/** How an image stands to its budget, and the layer that costs most of what the budget is for. */
export interface BudgetResult extends Budget {
  name: string;
  found: number;
  exceeded: boolean;
  /** Number of the layer from 1 at the base, its bytes on the same basis, and what made it. */
  layer: { number: number; bytes: number; by: string | null } | null;
}

/** Throws InputError where the budget is for what is unique, and the image has no known base. */
export function holdAgainst(image: Footprint, { bytes, of }: Budget): BudgetResult {
  const found = { unpacked: image.unpackedBytes, compressed: image.compressedBytes, unique: image.uniqueOverBaseBytes }[
    of
  ];
  if (found === null) {
    const fault = { file: "--budget-of", line: null, column: null, expected: `a base of ${image.name}`, found: "none" };
    throw new InputError([{ ...fault, next: "name it with --base, or hold another size against the budget" }]);
  }
  const layers = image.layers.flatMap(({ bytes: unpacked, compressedBytes, by, inBase }, at) =>
    of === "unique" && inBase ? [] : [{ number: at + 1, bytes: of === "compressed" ? compressedBytes : unpacked, by }],
  );
  const [largest = null] = layers.sort((a, b) => b.bytes - a.bytes);
  return { name: image.name, bytes, of, found, exceeded: found > bytes, layer: largest };
}
