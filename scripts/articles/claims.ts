import type { Article, Changes, Claim } from "../model/article.ts";
import { isAtRate, METRICS } from "../model/metric.ts";
import { placesOf, rolesOf } from "../model/resolve.ts";
import type { TargetsFile } from "../model/target.ts";
import { checkAnswers, checkNeedOfLoad, checkNeedOfRate, conditionsOf } from "./conditions.ts";
import type { FaultList } from "./fault-list.ts";
import type { Path } from "./source.ts";
import { unitsFor } from "./units.ts";
import { checkOnce } from "./variations.ts";

/** Every claim against the rest of the article and the targets. `indexOf` gives a claim's place in the file. */
export function checkClaims(
  article: Article,
  targets: TargetsFile,
  faults: FaultList,
  indexOf: (claim: Claim) => number,
): void {
  checkOnce(
    article.claims.map(({ id }) => id),
    (index) => ["claims", indexOf(article.claims[index] as Claim), "id"],
    faults,
  );
  for (const claim of article.claims) checkClaim(article, claim, targets, faults, ["claims", indexOf(claim)]);
}

function checkClaim(article: Article, claim: Claim, targets: TargetsFile, faults: FaultList, path: Path): void {
  faults.named([...path, "group"], claim.group, Object.keys(article.groups), "a group of the article");
  checkVariationNames(article, claim, faults, path);
  const known = checkRelation(article, claim, faults, path);
  if (known || claim.relation.kind === "all-of") checkNeedOfLoad(article, claim, faults, path);
  checkNeedOfRate(article, claim, faults, path);
  if (!known) return;
  if (!checkPlaces(article, claim, {}, targets, faults, path)) return;
  const stated = conditionsOf(placesOf(article, claim, {}, article.protocol.tool));
  for (const list of ["readings", "arms"] as const) {
    claim[list].forEach((name, index) => {
      const changes = article.variations[name]?.changes;
      const where = [...path, list, index];
      if (list === "readings" && changes?.path !== undefined) {
        const expected = "a reading on loopback, since results across paths are never compared";
        faults.value(where, expected, `"${name}", which sets a path`, "move it to arms");
      }
      if (!changes || !checkPlaces(article, claim, changes, targets, faults, where)) return;
      const places = placesOf(article, claim, changes, article.protocol.tool);
      checkAnswers(places, targets, faults, name);
      // A reading equal to the primary one would be counted as one more reading in which the claim holds.
      if (conditionsOf(places) !== stated) return;
      const expected = "a variation that changes how the claim is measured";
      faults.value(where, expected, `"${name}", which changes nothing here`, "remove it from this claim");
    });
  }
}

function checkVariationNames(article: Article, claim: Claim, faults: FaultList, path: Path): void {
  const known = Object.keys(article.variations);
  for (const list of ["readings", "arms"] as const) {
    claim[list].forEach((name, index) => {
      faults.named([...path, list, index], name, known, "a variation of the article");
    });
    checkOnce(claim[list], (index) => [...path, list, index], faults);
  }
  claim.arms.forEach((name, index) => {
    if (!claim.readings.includes(name)) return;
    faults.value(
      [...path, "arms", index],
      "a variation that is no reading",
      `"${name}", a reading too`,
      "keep one of the two",
    );
  });
}

/** The relation by itself: names, units, bounds. Returns whether its places can be looked up. */
function checkRelation(article: Article, claim: Claim, faults: FaultList, path: Path): boolean {
  const relation = claim.relation;
  const at = (key: PropertyKey): Path => [...path, "relation", key];
  if (relation.kind === "all-of") {
    relation.claims.forEach((id, index) => {
      const others = article.claims.filter((other) => other.relation.kind !== "all-of");
      faults.named(
        [...at("claims"), index],
        id,
        others.map((other) => other.id),
        "another claim, itself no all-of",
      );
    });
    return false;
  }
  if ("unit" in relation && !unitsFor(relation.metric).includes(relation.unit)) {
    const units = unitsFor(relation.metric);
    const expected = `${units.join(" or ")}, as ${relation.metric} is kept in ${METRICS[relation.metric].unit}`;
    faults.value(at("unit"), expected, `"${relation.unit}"`, "correct the unit or the metric");
  }
  if (relation.kind === "range" && relation.low >= relation.high) {
    faults.value(at("high"), "high above low", `${relation.low} to ${relation.high}`, "swap or correct them");
  }
  const roles = [...Object.keys(article.subjects), ...Object.keys(article.builds)];
  const named = rolesOf(claim).map((role, index) => {
    const where = relation.kind === "order" ? [...at("of"), index] : index === 0 ? at("of") : at("to");
    return faults.named(where, role, roles, "a role of the article");
  });
  if (new Set(rolesOf(claim)).size < named.length) {
    faults.value(
      at(relation.kind === "order" ? "of" : "to"),
      "different roles",
      "one role twice",
      "name the other one",
    );
  }
  return named.every(Boolean);
}

const methodOf = ({ apps }: TargetsFile, app: string, route: string): string =>
  apps[app]?.routes[route]?.method ?? "GET";

/** Whether and where the claim can be measured when read with `changes`. */
function checkPlaces(
  article: Article,
  claim: Claim,
  changes: Changes,
  file: TargetsFile,
  faults: FaultList,
  path: Path,
): boolean {
  const metric = "metric" in claim.relation ? claim.relation.metric : null;
  if (changes.metric && metric) {
    const [now, then] = [METRICS[metric], METRICS[changes.metric]];
    if (now.unit !== then.unit || now.better !== then.better) {
      const next = "write it as a claim of its own";
      faults.value(path, `a metric of the same unit and direction as ${metric}`, changes.metric, next);
      return false;
    }
  }
  const taken = changes.metric ?? metric;
  if (taken && isAtRate(taken) && claim.at && (changes.rate ?? claim.at.rate) === undefined) {
    faults.key([...path, "at"], `a rate, as ${taken} is taken at a fixed one`, "none", "add rate: requests a second");
    return false;
  }
  let places: ReturnType<typeof placesOf>;
  try {
    places = placesOf(article, claim, changes, article.protocol.tool);
  } catch {
    // Roles are known by now, so only the route can be missing.
    const found = `no "at" beside ${changes.metric ?? metric}, which is taken under load`;
    faults.key(path, '"at" with route and connections', found, "add at: { route: …, connections: … }");
    return false;
  }
  let sound = true;
  const fail = (where: Path, expected: string, found: string, next: string): void => {
    sound = false;
    faults.value(where, expected, found, next);
  };
  for (const { role, arm, cell } of places) {
    const kind = cell.measure.kind;
    const routes = Object.keys(file.apps[arm.app]?.routes ?? {});
    if ("route" in cell.measure && Object.hasOwn(file.apps, arm.app) && !routes.includes(cell.measure.route)) {
      const where = changes.app === undefined ? [...path, "at", "route"] : path;
      const next = `use one of: ${routes.join(", ")}`;
      fail(where, `a route of the app ${arm.app}`, `"${cell.measure.route}"`, next);
    }
    if (Object.hasOwn(article.builds, role) && kind !== "facts" && kind !== "image") {
      const next = `move "${role}" to subjects, or choose a metric of its image`;
      fail(path, "a measure of a build", `${kind} of "${role}", which is only built`, next);
    }
    const apps = file.targets[arm.target]?.apps;
    if (apps && !apps.includes(arm.app)) {
      fail(path, `an app that ${arm.target} has`, `"${arm.app}"`, `use one of: ${apps.join(", ")}; or another target`);
    }
    if ("route" in cell.measure && kind !== "syscalls" && methodOf(file, arm.app, cell.measure.route) !== "GET") {
      const next = "choose another route: load tools send GET alone";
      fail([...path, "at", "route"], "a route that is asked by GET", `"${cell.measure.route}"`, next);
    }
    const ends = Object.hasOwn(file.programs, arm.app);
    if (kind !== "facts" && kind !== "image" && ends !== (kind === "run")) {
      const next = ends ? "use run-time or peak-rss" : "use cold-start or rss";
      const expected = ends ? "a measure of a program that ends" : "a measure of a server";
      fail(path, expected, `${kind} of "${role}"`, next);
    }
    const only = file.targets[arm.target]?.only;
    if (only && kind !== "facts" && !only.some((allowed) => allowed === kind)) {
      fail(path, `${only.join(" or ")}, all that ${arm.target} is for`, kind, "use another target");
    }
  }
  return sound;
}
