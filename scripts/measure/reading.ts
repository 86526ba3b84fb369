import type { Flag } from "../model/flag.ts";
import type { Values } from "../model/metric.ts";

/** What taking one sample gives; the campaign adds where it belongs and hands it to the records. */
export interface Reading {
  trial: number;
  /** Length of the measuring window in seconds. */
  window: number;
  values: Values;
  flags: Flag[];
  void: string | null;
  evidence: Record<string, unknown>;
}

/** Keeps what was measured: a value that is null is left out, never made 0. */
export function measured(
  values: Record<keyof Values, number | null> | Partial<Record<keyof Values, number | null>>,
): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Values;
}
