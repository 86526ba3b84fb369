import type { Summary } from "../model/judgement.ts";
import type { Metric } from "../model/metric.ts";
import type { RunRecord } from "../model/record.ts";
import type { Run } from "../model/run.ts";
import type { LimitsRow, SubjectRow } from "./schema.ts";

/** Every subject of the run, in its order, with sizes from the records and the limits of its first arm that ran. */
export function subjectsOf(
  run: Run,
  records: readonly RunRecord[],
  summaries: readonly Summary[],
  limits: readonly LimitsRow[],
): SubjectRow[] {
  return run.subjects.map(({ id, target, app, image, digest, status, base, build }) => {
    const size = (metric: Metric): number | null =>
      summaries.find((summary) => summary.subject === id && summary.metric === metric)?.value ?? null;
    const arms = run.plan.arms.filter((arm) => arm.target === target && arm.app === app).map((arm) => arm.id);
    const own = limits.find(({ arm }) => arms.includes(arm));
    return {
      target,
      app,
      image,
      digest,
      status,
      limits: own ? { asked: own.asked, kernel: own.kernel } : null,
      base,
      binaryBytes: size("binary"),
      unpackedBytes: size("image-unpacked"),
      compressedBytes: size("image-compressed"),
      compressor: compressorOf(records, arms),
      uniqueBytes: size("image-unique"),
      build,
    };
  });
}

// A compressed size means nothing without its compressor: the image sample names it in its evidence.
function compressorOf(records: readonly RunRecord[], arms: readonly string[]): string | null {
  for (const record of records) {
    if (record.kind !== "sample" || typeof record.evidence.compressor !== "string") continue;
    if (arms.includes(record.arm)) return record.evidence.compressor;
  }
  return null;
}
