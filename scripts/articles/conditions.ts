import type { Article, Claim } from "../model/article.ts";
import { type Place, placesOf } from "../model/resolve.ts";
import { covers, type TargetsFile } from "../model/target.ts";
import type { FaultList } from "./fault-list.ts";
import { shown } from "./schema-faults.ts";
import type { Path } from "./source.ts";

/** What the values at these places depend on, as one text: equal where nothing that is measured differs. */
export function conditionsOf(places: readonly Place[]): string {
  const depends = places.map(({ role, arm, cell: { measure }, metric, statistic }) => {
    const { target, app, env, cpu, keepAlive } = arm;
    const built = { role, target, app, measure, metric };
    if (measure.kind === "image" || measure.kind === "facts") return built;
    const run = { ...built, env, cpu };
    if (measure.kind === "load") return { ...run, keepAlive };
    // Several trials a round are taken of cold starts alone.
    return measure.kind === "cold-start" ? { ...run, statistic } : run;
  });
  return JSON.stringify(depends);
}

/** Route and connections of a claim of which nothing is taken under load would change nothing, in silence. */
export function checkNeedOfLoad(article: Article, claim: Claim, faults: FaultList, path: Path): void {
  if (claim.at === undefined) return;
  const variations = [...claim.readings, ...claim.arms].flatMap((name) => article.variations[name]?.changes ?? []);
  const loaded = [{}, ...variations].some((changes) =>
    placesOf(article, claim, changes, article.protocol.tool).some(({ cell }) => "route" in cell.measure),
  );
  if (loaded) return;
  const metric = "metric" in claim.relation ? claim.relation.metric : null;
  const why =
    metric === null
      ? "the claim has no metric of its own"
      : `neither ${metric} nor a reading or arm of the claim is taken under load`;
  faults.key([...path, "at"], `no "at", since ${why}`, '"at"', "remove it, or correct the metric");
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
