import { z } from "zod";
import type { Changes } from "./article.ts";
import { environmentSchema } from "./environment.ts";
import { pathSchema } from "./path.ts";
import { rateSchema } from "./rate.ts";
import { toolSchema } from "./tool.ts";

/** A subject under the conditions it is run in: what gets a fresh sandbox in every round. */
export const armSchema = z.strictObject({
  id: z.string(),
  target: z.string(),
  app: z.string(),
  env: environmentSchema,
  cpu: z.enum(["cpuset", "quota", "none"]),
  keepAlive: z.boolean(),
  /** Never published unless a variation that says so was asked for by its name. */
  path: pathSchema.default("loopback"),
});
export type Arm = z.infer<typeof armSchema>;

/** What is taken from an arm. `image` and `facts` need no sandbox. */
export const measureSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("cold-start") }),
  /** Runs of a program that ends by itself. */
  z.strictObject({ kind: z.literal("run") }),
  z.strictObject({ kind: z.literal("idle-memory") }),
  z.strictObject({ kind: z.literal("container-start") }),
  z.strictObject({ kind: z.literal("load"), route: z.string(), connections: z.number().int(), tool: toolSchema }),
  /** An open loop: requests arrive at `rate` a second whatever is still unanswered; only oha does that. */
  z.strictObject({
    kind: z.literal("open-loop"),
    route: z.string(),
    connections: z.number().int(),
    rate: rateSchema,
  }),
  z.strictObject({ kind: z.literal("syscalls"), route: z.string() }),
  z.strictObject({ kind: z.literal("image") }),
  z.strictObject({ kind: z.literal("facts") }),
]);
export type Measure = z.infer<typeof measureSchema>;

/** One cell of the plan. Its id names it in records: `scriptc-0.0.32/service load/health@500/oha`. */
export const cellSchema = z.strictObject({ id: z.string(), arm: z.string(), measure: measureSchema });
export type Cell = z.infer<typeof cellSchema>;

/** The subject's name, `target/app`: a built image. */
export const subjectId = (target: string, app: string): string => `${target}/${app}`;

/** Makes an arm; conditions that differ from the default are spelled out in its id. */
export function makeArm(target: string, app: string, changes: Changes = {}): Arm {
  const env = changes.env ?? {};
  const cpu = changes.cpu ?? "cpuset";
  const keepAlive = changes.keepAlive ?? true;
  const path = changes.path ?? "loopback";
  const spelled = [
    ...Object.entries(env).map(([key, value]) => `${key}=${value}`),
    ...(cpu === "cpuset" ? [] : [`cpu=${cpu}`]),
    ...(keepAlive ? [] : ["keepalive=off"]),
    ...(path === "loopback" ? [] : [`path=${path}`]),
  ];
  return { id: [subjectId(target, app), ...spelled].join("+"), target, app, env, cpu, keepAlive, path };
}

export function measureId(measure: Measure): string {
  switch (measure.kind) {
    case "load":
      return `load/${measure.route}@${measure.connections}/${measure.tool}`;
    case "open-loop":
      return `open-loop/${measure.route}@${measure.connections}/${measure.rate}-a-second`;
    case "syscalls":
      return `syscalls/${measure.route}`;
    default:
      return measure.kind;
  }
}

export function makeCell(arm: Pick<Arm, "id">, measure: Measure): Cell {
  return { id: `${arm.id} ${measureId(measure)}`, arm: arm.id, measure };
}
