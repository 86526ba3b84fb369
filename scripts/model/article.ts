import { z } from "zod";
import { connectionsSchema } from "./connections.ts";
import { environmentSchema } from "./environment.ts";
import { METRIC_NAMES } from "./metric.ts";
import { pathSchema } from "./path.ts";
import { rateSchema } from "./rate.ts";
import { toolSchema } from "./tool.ts";

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]*$/, "an id in lower case, of letters, digits, dots and dashes")
  // The one such name that every object already has.
  .regex(/^(?!constructor$)/, 'an id other than "constructor"');
/** A tolerance or margin; what is smaller than any figure here resolves would only divide by nothing. */
const share = z.number().min(1e-4).lt(10);
/** A published figure in an article's unit: wide enough for any, narrow enough that no unit makes it overflow. */
const figure = z.number().min(1e-9).max(1e15);
const DAY = 86_400;
/** More starts or samples than anybody has published of one figure. */
const MOST_TRIALS = 1_000_000;

/** Nearer to 1 than this, as a factor, no measurement here tells a direction. */
const LEAST_RATIO = 1.001;
const EQUIVALENT = 'write "no difference" as { kind: equivalent, of: …, to: …, margin: … }';
const publishedRatio = z
  .number()
  .min(1e-6)
  .max(1e6)
  .refine((value) => !(Math.abs(Math.log(value)) < Math.log(LEAST_RATIO)), {
    message: "a ratio that differs from 1 by 0.1 % or more",
    params: { next: EQUIVALENT },
  });

/** Units an article may quote. "MB" is ambiguous as printed: both 10^6 and 2^20 bytes are then admissible. */
export const PUBLISHED_UNITS = ["ms", "s", "kB", "MB", "MiB", "GB", "x", "%", "1/s", "bytes", "count"] as const;

/** How a cell differs from what the claim states. An empty variation is the claim as stated. */
export const changesSchema = z.strictObject({
  /** Role → target, for a runtime built or started another way. */
  targets: z.record(id, id).optional(),
  /** The app of every role. */
  app: id.optional(),
  env: environmentSchema.optional(),
  /** cpuset: one CPU of its own; quota: one CPU's worth of time on any CPU; none: no CPU limit. */
  cpu: z.enum(["cpuset", "quota", "none"]).optional(),
  keepAlive: z.boolean().optional(),
  /** How load reaches the server. A published port is an arm, measured only where it is asked for by its name. */
  path: pathSchema.optional(),
  connections: connectionsSchema.optional(),
  /** Requests a second, for metrics at a fixed rate. */
  rate: rateSchema.optional(),
  /** How the trials of one round become one value. */
  statistic: z.enum(["mean", "median"]).optional(),
  metric: z.enum(METRIC_NAMES).optional(),
});
export type Changes = z.infer<typeof changesSchema>;

/** A named way to run a claim: an admissible reading of what the article leaves open, or an arm that explains. */
export const variationSchema = z.strictObject({ what: z.string(), changes: changesSchema });
export type Variation = z.infer<typeof variationSchema>;

const ratio = z.strictObject({
  kind: z.literal("ratio"),
  metric: z.enum(METRIC_NAMES),
  /** Roles: the published value is metric(of) ÷ metric(to). */
  of: id,
  to: id,
  value: publishedRatio,
});
const absolute = z.strictObject({
  kind: z.literal("absolute"),
  metric: z.enum(METRIC_NAMES),
  of: id,
  value: figure,
  unit: z.enum(PUBLISHED_UNITS),
});
const bound = z.strictObject({
  kind: z.enum(["at-most", "at-least"]),
  metric: z.enum(METRIC_NAMES),
  of: id,
  value: figure,
  unit: z.enum(PUBLISHED_UNITS),
});
const range = z.strictObject({
  kind: z.literal("range"),
  metric: z.enum(METRIC_NAMES),
  of: id,
  low: figure,
  high: figure,
  unit: z.enum(PUBLISHED_UNITS),
});
const order = z.strictObject({
  kind: z.literal("order"),
  metric: z.enum(METRIC_NAMES),
  /** Roles, the one with the highest value first. */
  of: z.array(id).min(2),
});
const equivalent = z.strictObject({
  kind: z.literal("equivalent"),
  metric: z.enum(METRIC_NAMES),
  of: id,
  to: id,
  margin: share,
});
/** A statement that stands or falls with others, such as "every benchmark". */
const allOf = z.strictObject({ kind: z.literal("all-of"), claims: z.array(id).min(1) });
/** A checkable fact of a build, such as a linked library or a compile error; `expects` is what the article says. */
const artefact = z.strictObject({
  kind: z.literal("artefact"),
  of: id,
  /** A name that model/facts.ts gives. */
  fact: z.string().regex(/^[a-zA-Z][a-zA-Z0-9.]*$/, "the name of a fact, such as binary.bytes"),
  expects: z.union([z.boolean(), z.string(), z.number()]),
});
/** A rate or time of one arm: depends on the machine, so it is shown beside ours and not judged. */
const shown = z.strictObject({
  kind: z.literal("shown"),
  metric: z.enum(METRIC_NAMES),
  of: id,
  value: figure,
  unit: z.enum(PUBLISHED_UNITS),
});
/** A statement the kit cannot check as it stands; the reason is part of the data. */
const unmeasured = z.strictObject({ kind: z.literal("unmeasured"), why: z.string() });

export const relationSchema = z.discriminatedUnion("kind", [
  ratio,
  absolute,
  bound,
  range,
  order,
  equivalent,
  allOf,
  artefact,
  shown,
  unmeasured,
]);
export type Relation = z.infer<typeof relationSchema>;

/** The article's own numbers behind a quoted size, to check its arithmetic (flag `arithmetic`). */
const arithmeticSchema = z.strictObject({
  quoted: figure,
  unit: z.enum(["x", "%"]),
  /** Half-width of what the quote's rounding or wording ("roughly") allows, in the quote's unit. */
  rounding: figure,
  pairs: z.array(z.strictObject({ metric: z.enum(METRIC_NAMES), a: figure, b: figure })).min(1),
});

const spreadFigure = z.strictObject({ value: figure, plusMinus: figure });

/** The article's own figures with their ±, of so many runs a side, to say what they support by themselves. */
const spreadSchema = z.strictObject({
  unit: z.enum(["1/s", "ms"]),
  runs: z.number().int().positive(),
  a: spreadFigure,
  b: spreadFigure,
});

export const claimSchema = z.strictObject({
  id,
  /** Claims that rest on the same samples share a group and are reported together. */
  group: id,
  /** The claim in our words. */
  says: z.string(),
  /** Where in the publication the figure stands. */
  provenance: z.string(),
  relation: relationSchema,
  /** Route and connections of a load claim, and the rate of one at a fixed rate; absent for what needs no load. */
  at: z.strictObject({ route: id, connections: connectionsSchema, rate: rateSchema.optional() }).optional(),
  /** How trials of one round become one value; articles mostly quote means. */
  statistic: z.enum(["mean", "median"]).default("mean"),
  /** Half-width of the band around the published ratio or figure, as a share. Defaults: method.md. */
  tolerance: share.optional(),
  /** Ids of variations that read the article as well as the primary does. */
  readings: z.array(id).default([]),
  /** Ids of variations that may explain a disagreement; no readings. */
  arms: z.array(id).default([]),
  arithmetic: arithmeticSchema.optional(),
  spread: spreadSchema.optional(),
  note: z.string().optional(),
});
export type Claim = z.infer<typeof claimSchema>;

export const articleSchema = z.strictObject({
  slug: id,
  title: z.string(),
  /** Where it was published; absent where that is not known. */
  link: z
    .string()
    .regex(/^https?:\/\/[!-~]+$/, "an address that begins with https:// or http://")
    .optional(),
  /** Day of its publication or, where that is not known, of its measurements; absent where neither is. */
  date: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, "a day, YYYY-MM-DD")
    .optional(),
  /** What was published about how it was measured; null where the article does not say. */
  protocol: z.strictObject({
    tool: toolSchema,
    seconds: z.number().positive().max(DAY),
    warmup: z.number().positive().max(DAY).nullable(),
    connections: z.array(connectionsSchema).min(1),
    /** How load reached the server: loopback, or a port that the container engine published. */
    path: pathSchema.nullable().default(null),
    trials: z.number().int().positive().max(MOST_TRIALS),
    /** Threads of the load tool, and rounds, each with every subject in turn; absent where the article does not say. */
    threads: z.number().int().positive().max(1000).optional(),
    rounds: z.number().int().positive().max(1000).optional(),
    /** Whether servers and routes were taken in the other order in every second round, as the kit always does. */
    reversed: z.boolean().optional(),
    /** CPUs of servers and load generator, in the article's words. */
    cpus: z.string().optional(),
  }),
  /** Conditions the article leaves open, or that cannot be met, each with what the kit chose. */
  unstated: z.array(
    z.strictObject({
      id,
      what: z.string(),
      /** What the article says, where it says something that cannot be followed; absent where it is silent. */
      article: z.string().optional(),
      here: z.string(),
      /** Groups of claims it touches; absent means all. */
      groups: z.array(id).optional(),
    }),
  ),
  /** Role → the target and app that stand for it. */
  subjects: z.record(id, z.strictObject({ target: id, app: id })),
  /** Subjects that are only built, for statements about builds. */
  builds: z.record(id, z.strictObject({ target: id, app: id })).default({}),
  groups: z.record(id, z.string()),
  variations: z.record(id, variationSchema).default({}),
  claims: z.array(claimSchema).min(1),
});
export type Article = z.infer<typeof articleSchema>;
