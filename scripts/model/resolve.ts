import type { Article, Changes, Claim } from "./article.ts";
import { type Arm, type Cell, type Measure, makeArm, makeCell } from "./cell.ts";
import { isAtRate, type Metric } from "./metric.ts";
import type { Tool } from "./tool.ts";

/** Where one side of a claim is measured: the plan collects these cells, the verdict looks their samples up. */
export interface Place {
  role: string;
  arm: Arm;
  cell: Cell;
  metric: Metric;
  statistic: "mean" | "median";
}

/** The measure a metric comes from; load and traced runs need the claim's route. */
function measureOf(metric: Metric, at: Claim["at"], changes: Changes, tool: Tool): Measure {
  switch (metric) {
    case "cold-start":
    case "cold-start-cpu":
      return { kind: "cold-start" };
    case "run-time":
    case "peak-rss":
      return { kind: "run" };
    case "container-start":
    case "container-floor":
      return { kind: "container-start" };
    case "rss":
    case "vsz":
    case "smaps-rss":
    case "pss":
    case "uss":
    case "anonymous":
    case "threads":
      return { kind: "idle-memory" };
    case "image-unpacked":
    case "image-compressed":
    case "image-unique":
    case "binary":
    case "build-time":
      return { kind: "image" };
    case "syscalls-per-response":
    case "writes-per-response":
      return { kind: "syscalls", route: at?.route ?? "health" };
    default:
      if (isAtRate(metric)) return openLoop(metric, at, changes);
      if (!at) throw new Error(`metric ${metric} is taken under load: the claim needs "at" with route and connections`);
      return { kind: "load", route: at.route, connections: changes.connections ?? at.connections, tool };
  }
}

function openLoop(metric: Metric, at: Claim["at"], changes: Changes): Measure {
  const rate = changes.rate ?? at?.rate;
  if (!at || rate === undefined) {
    throw new Error(`metric ${metric} is taken at a fixed rate: the claim needs "at" with route, connections and rate`);
  }
  return { kind: "open-loop", route: at.route, connections: changes.connections ?? at.connections, rate };
}

/** The roles a claim speaks of, in the order its relation names them. */
export function rolesOf(claim: Claim): string[] {
  const relation = claim.relation;
  if (relation.kind === "all-of" || relation.kind === "unmeasured") return [];
  if (relation.kind === "order") return relation.of;
  if (relation.kind === "ratio" || relation.kind === "equivalent") return [relation.of, relation.to];
  return [relation.of];
}

/**
 * Where a claim is measured when read with `changes`: one place a role, none for a claim without a metric of its own.
 * Throws on a role the article does not declare.
 */
export function placesOf(article: Article, claim: Claim, changes: Changes, tool: Tool): Place[] {
  const relation = claim.relation;
  return rolesOf(claim).map((role) => {
    const subject = article.subjects[role] ?? article.builds[role];
    if (!subject) throw new Error(`claim ${claim.id}: role ${role} is not among the article's subjects`);
    const arm = makeArm(changes.targets?.[role] ?? subject.target, changes.app ?? subject.app, changes);
    if (relation.kind === "artefact") {
      return { role, arm, cell: makeCell(arm, { kind: "facts" }), metric: "binary", statistic: claim.statistic };
    }
    const metric = changes.metric ?? ("metric" in relation ? relation.metric : "binary");
    const measure = measureOf(metric, claim.at, changes, tool);
    return { role, arm, cell: makeCell(arm, measure), metric, statistic: changes.statistic ?? claim.statistic };
  });
}
