import type { Changes } from "./article.ts";

export type CpuPlacement = "cpuset" | "quota" | "none";
export type Tool = "oha" | "wrk";

/** A subject under the conditions it is run in: what gets a fresh sandbox in every round. */
export interface Arm {
  id: string;
  target: string;
  app: string;
  env: Record<string, string>;
  cpu: CpuPlacement;
  keepAlive: boolean;
}

/** What is taken from an arm. `image` and `facts` need no sandbox. */
export type Measure =
  | { kind: "cold-start" }
  | { kind: "idle-memory" }
  | { kind: "container-start" }
  | { kind: "load"; route: string; connections: number; tool: Tool }
  | { kind: "syscalls"; route: string }
  | { kind: "image" }
  | { kind: "facts" };

/** One cell of the plan. Its id names it in records: `scriptc-0.0.32/service load/health@500/oha`. */
export interface Cell {
  id: string;
  arm: string;
  measure: Measure;
}

/** The subject's name, `target/app`: a built image. */
export const subjectId = (target: string, app: string): string => `${target}/${app}`;

/** Makes an arm; conditions that differ from the default are spelled out in its id. */
export function makeArm(target: string, app: string, changes: Changes = {}): Arm {
  const env = changes.env ?? {};
  const cpu = changes.cpu ?? "cpuset";
  const keepAlive = changes.keepAlive ?? true;
  const spelled = [
    ...Object.entries(env).map(([key, value]) => `${key}=${value}`),
    ...(cpu === "cpuset" ? [] : [`cpu=${cpu}`]),
    ...(keepAlive ? [] : ["keepalive=off"]),
  ];
  return { id: [subjectId(target, app), ...spelled].join("+"), target, app, env, cpu, keepAlive };
}

export function measureId(measure: Measure): string {
  switch (measure.kind) {
    case "load":
      return `load/${measure.route}@${measure.connections}/${measure.tool}`;
    case "syscalls":
      return `syscalls/${measure.route}`;
    default:
      return measure.kind;
  }
}

export function makeCell(arm: Pick<Arm, "id">, measure: Measure): Cell {
  return { id: `${arm.id} ${measureId(measure)}`, arm: arm.id, measure };
}
