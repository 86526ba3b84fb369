import type { Article, Claim } from "../model/article.ts";
import { isAtRate } from "../model/metric.ts";
import { type Place, placesOf } from "../model/resolve.ts";
import { covers, type TargetsFile } from "../model/target.ts";
import type { FaultList } from "./fault-list.ts";
import { shown } from "./schema-faults.ts";
import type { Path } from "./source.ts";

/** What the values at these places depend on, as one text: equal where nothing that is measured differs. */
export function conditionsOf(places: readonly Place[]): string {
  const depends = places.map(({ role, arm, cell: { measure }, metric, statistic }) => {
    const { target, app, env, cpu, keepAlive, path } = arm;
    const built = { role, target, app, measure, metric };
    if (measure.kind === "image" || measure.kind === "facts") return built;
    const run = { ...built, env, cpu };
    if (measure.kind === "load" || measure.kind === "open-loop") return { ...run, keepAlive, path };
    // Several trials a round are taken of starts and runs alone.
    return measure.kind === "cold-start" || measure.kind === "run" ? { ...run, statistic } : run;
  });
  return JSON.stringify(depends);
}

/** Route and connections of a claim of which nothing is taken under load would change nothing, in silence. */
export function checkNeedOfLoad(article: Article, claim: Claim, faults: FaultList, path: Path): void {
  if (claim.at === undefined) return;
  const variations = [...claim.readings, ...claim.arms].flatMap((name) => article.variations[name]?.changes ?? []);
  const loaded = [{}, ...variations].some((changes) => {
    try {
      return placesOf(article, claim, changes, article.protocol.tool).some(({ cell }) => "route" in cell.measure);
    } catch {
      // Only what is taken under load asks for more than there is, such as a rate: that is told where it is missing.
      return true;
    }
  });
  if (loaded) return;
  const metric = "metric" in claim.relation ? claim.relation.metric : null;
  const why =
    metric === null
      ? "the claim has no metric of its own"
      : `neither ${metric} nor a reading or arm of the claim is taken under load`;
  faults.key([...path, "at"], `no "at", since ${why}`, '"at"', "remove it, or correct the metric");
}

/** A rate beside metrics that are not taken at one would be thought to hold, and would not. */
export function checkNeedOfRate(article: Article, claim: Claim, faults: FaultList, path: Path): void {
  if (claim.at?.rate === undefined) return;
  const own = "metric" in claim.relation ? [claim.relation.metric] : [];
  const names = [...claim.readings, ...claim.arms];
  const metrics = [...own, ...names.flatMap((name) => article.variations[name]?.changes.metric ?? [])];
  if (metrics.some(isAtRate)) return;
  const found = `a rate of ${claim.at.rate} a second`;
  const next = "remove it, or choose a metric at a rate such as latency@rate-p99";
  faults.key(
    [...path, "at", "rate"],
    `no rate, since ${metrics.join(", ") || "nothing"} is not taken at one`,
    found,
    next,
  );
}

/** Every variable a variation sets that the contract of a route speaks of must have a value the contract knows. */
export function checkAnswers(
  places: readonly Place[],
  { apps }: TargetsFile,
  faults: FaultList,
  variation: string,
): void {
  for (const { arm, cell } of places) {
    const app = apps[arm.app];
    const route = "route" in cell.measure ? cell.measure.route : (app?.ready ?? "");
    const when = app?.routes[route]?.when ?? [];
    for (const [key, value] of Object.entries(arm.env)) {
      const known = when.flatMap(({ env }) => env[key] ?? []);
      if (known.length === 0 || when.some(({ env }) => Object.hasOwn(env, key) && covers(env, arm.env))) continue;
      faults.value(
        ["variations", variation, "changes", "env", key],
        `a value of ${key} that the contract of ${arm.app}'s route ${route} has a body for`,
        shown(value),
        `use one of: ${[...new Set(known)].join(", ")}; or add a when for it to targets.yaml`,
      );
    }
  }
}
