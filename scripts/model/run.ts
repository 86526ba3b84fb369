import { z } from "zod";
import { articleSchema } from "./article.ts";
import { calibrationSchema } from "./calibration.ts";
import { armSchema, cellSchema } from "./cell.ts";
import { profileSchema } from "./profile.ts";

/** An image a subject runs from, or why there is none. Sizes in bytes, times in seconds. */
export const subjectInfoSchema = z.strictObject({
  id: z.string(),
  target: z.string(),
  app: z.string(),
  status: z.enum(["built", "build-failed", "unavailable"]),
  /** Image name; null without an image. */
  image: z.string().nullable(),
  /** Config digest: the image's identity. */
  digest: z.string().nullable(),
  base: z.strictObject({ name: z.string(), source: z.enum(["user", "registry", "local", "scratch"]) }),
  build: z.strictObject({ seconds: z.number(), toolchain: z.record(z.string(), z.string()) }).nullable(),
  /** What went wrong, the decisive lines of the log, and where the log is. */
  failure: z
    .strictObject({ tool: z.string(), exitCode: z.number().nullable(), lines: z.array(z.string()), log: z.string() })
    .nullable(),
});
export type SubjectInfo = z.infer<typeof subjectInfoSchema>;

export const hostSchema = z.strictObject({
  kernel: z.string(),
  architecture: z.string(),
  cpuModel: z.string(),
  cpus: z.number().int(),
  memoryBytes: z.number(),
  cgroupVersion: z.enum(["1", "2"]),
  transparentHugePages: z.string(),
  governor: z.string().nullable(),
  /** Thread siblings of each CPU as the kernel lists them. */
  siblings: z.record(z.string(), z.string()),
  bootId: z.string(),
});
export type Host = z.infer<typeof hostSchema>;

export const engineInfoSchema = z.strictObject({
  version: z.string(),
  storageDriver: z.string(),
  runtime: z.string(),
  operatingSystem: z.string(),
});
export type EngineInfo = z.infer<typeof engineInfoSchema>;

export const deviationSchema = z.strictObject({
  id: z.string(),
  what: z.string(),
  article: z.string(),
  here: z.string(),
  /** Claims it touches; empty means all. */
  claims: z.array(z.string()),
});
export type Deviation = z.infer<typeof deviationSchema>;

/** What will be measured, in which order. Pure data: printing it runs nothing. */
export const planSchema = z.strictObject({
  article: z.string(),
  profile: profileSchema,
  /** Variations measured beyond the primary readings, declared before the run. */
  sensitivity: z.array(z.string()),
  /** Shares of every load's own rate at which its latency is also taken, as an open loop; empty for no curve. */
  curve: z.array(z.number().positive().max(1)).default([]),
  /** Subjects to build, `target/app`. */
  subjects: z.array(z.strictObject({ id: z.string(), target: z.string(), app: z.string() })),
  arms: z.array(armSchema),
  cells: z.array(cellSchema),
  /** Claims the user chose, or all. */
  claims: z.array(z.string()),
  /** CPUs as the kernel writes lists ("0", "1-3"). */
  cpus: z.strictObject({ subject: z.string(), helpers: z.string() }),
  memoryBytes: z.number(),
  pids: z.number().int(),
  deviations: z.array(deviationSchema),
  /** Estimate of the whole measuring time. */
  seconds: z.number(),
});
export type Plan = z.infer<typeof planSchema>;

/** How much a busy CPU of the helpers slows fixed work on the subject's: quickest times in ns, and the share more. */
export const sharingSchema = z.strictObject({
  aloneNs: z.number().positive(),
  besideNs: z.number().positive(),
  slowdown: z.number(),
});
export type Sharing = z.infer<typeof sharingSchema>;

/** run.json: what a run was, beside its records. With records.jsonl it is all a report needs. */
export const runSchema = z.strictObject({
  schema: z.literal(1),
  run: z.string().regex(/^\d{8}T\d{6}Z-[a-z0-9][a-z0-9.-]*$/, "a run's name, such as 20261130T165308Z-scriptc-vs-node"),
  kit: z.strictObject({ version: z.string(), commit: z.string().nullable() }),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  status: z.enum(["running", "done", "interrupted", "failed"]),
  article: articleSchema,
  plan: planSchema,
  host: hostSchema,
  engine: engineInfoSchema,
  tools: z.record(z.string(), z.string()),
  subjects: z.array(subjectInfoSchema),
  deviations: z.array(deviationSchema),
  /** The last calibration of this machine when the run began; null where none was known. */
  instrument: calibrationSchema.nullable().default(null),
  /** Null where it was not measured. */
  sharing: sharingSchema.nullable().default(null),
  /** Wall time of measuring, of windows alone and of container starts alone, in seconds. */
  timing: z.strictObject({ wall: z.number(), windows: z.number(), starts: z.number() }).nullable(),
});
export type Run = z.infer<typeof runSchema>;
