import type { RunRecord } from "../model/record.ts";
import type { Run } from "../model/run.ts";
import type { LimitsRow } from "./schema.ts";

/**
 * Limits asked for and found in the kernel, by arm in the order of the plan. They are read in every sandbox; a row is
 * repeated only where a later sandbox differed.
 */
export function limitsOf(run: Run, records: readonly RunRecord[]): LimitsRow[] {
  const rows = new Map<string, LimitsRow>();
  for (const record of records) {
    if (record.kind !== "event" || record.what !== "limits" || record.arm === null) continue;
    const { asked, kernel } = record.detail;
    const row = { arm: record.arm, asked: fields(asked), kernel: fields(kernel) };
    rows.set(JSON.stringify(row), row);
  }
  const place = new Map(run.plan.arms.map(({ id }, nth) => [id, nth]));
  return [...rows.values()].sort((a, b) => (place.get(a.arm) ?? 0) - (place.get(b.arm) ?? 0));
}

function fields(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
