import type { Article, Claim } from "../model/article.ts";
import { subjectId } from "../model/cell.ts";
import { InputError } from "../model/errors.ts";
import type { Profile } from "../model/profile.ts";
import type { Plan, SubjectInfo } from "../model/run.ts";
import type { TargetsFile } from "../model/target.ts";
import type { Tool } from "../model/tool.ts";
import { type Collection, collect } from "./collection.ts";
import { splitCpus } from "./cpus.ts";
import { deviations } from "./deviations.ts";
import { estimateSeconds } from "./estimate.ts";
import { checkTargets, fault, selectClaims, selectVariations } from "./selection.ts";

/** Memory and swap together, in bytes, and processes: the same for every subject (docs/method.md). */
export const MEMORY_BYTES = 512 * 1024 * 1024;
export const PIDS = 256;

/** Points of a curve of latency over rate, as shares of the rate of the closed load. */
const CURVE = [0.1, 0.25, 0.5, 0.75, 0.9, 1] as const;

export interface PlanInput {
  article: Article;
  targets: TargetsFile;
  profile: Profile;
  /** CPUs that containers may use. */
  cpus: readonly number[];
  /** Thread siblings of each CPU, as the kernel writes lists; absent where unknown. */
  siblings?: Readonly<Record<string, string>> | undefined;
  /** Ids of claims or groups; absent or empty means all. */
  claims?: readonly string[] | undefined;
  /** Only these targets; absent or empty means all that the claims need. */
  targetsFilter?: readonly string[] | undefined;
  /** Readings and arms to measure beyond the profile's: all declared ones, or those named. */
  sensitivity?: true | readonly string[] | undefined;
  /** What the images of a target stand on here; absent where that is not known. */
  baseOf?: ((target: string) => SubjectInfo["base"]) | undefined;
  /** Latency over rate too, up to what every load can take. */
  curve?: boolean | undefined;
  /** Whether a port may be published where a variation asks for it: for articles of the kit alone. */
  mayPublish?: boolean | undefined;
  tool: Tool;
}

/**
 * What will be measured, in which order. Pure: equal input gives an equal plan.
 *
 * Throws an InputError on a filter that names nothing known or leaves nothing, a KitError on a machine with one CPU.
 */
export function makePlan(input: PlanInput): Plan {
  const { article, targets, profile, tool, baseOf } = input;
  const claims = selectClaims(article, input.claims);
  const chosen = selectVariations(article, input.sensitivity, input.mayPublish ?? false);
  const filter = input.targetsFilter ?? [];
  checkTargets(targets, filter);
  const cpus = splitCpus(input.cpus, input.siblings);
  const extra = (claim: Claim): string[] => [
    ...claim.readings.filter((name) => profile.allReadings || chosen.includes(name)),
    ...claim.arms.filter((name) => chosen.includes(name)),
  ];
  const all = collect(article, claims, extra, tool, () => true);
  if (filter.length > 0) refuseUnused(filter, all);
  const { arms, cells } =
    filter.length > 0 ? collect(article, claims, extra, tool, ({ target }) => filter.includes(target)) : all;
  const measured = new Set(claims.flatMap(extra));
  const subjects = new Map(arms.map(({ target, app }) => [subjectId(target, app), { target, app }]));
  return {
    article: article.slug,
    profile,
    curve: input.curve ? [...CURVE] : [],
    sensitivity: Object.keys(article.variations).filter((name) => measured.has(name)),
    subjects: [...subjects].map(([id, subject]) => ({ id, ...subject })),
    arms,
    cells,
    claims: claims.map(({ id }) => id),
    cpus,
    memoryBytes: MEMORY_BYTES,
    pids: PIDS,
    deviations: deviations({
      ...{ article, claims, profile, cpus, memoryBytes: MEMORY_BYTES, tool },
      subjects: baseOf && [...subjects].map(([id, { target }]) => ({ id, base: baseOf(target) })),
    }),
    seconds: estimateSeconds({ arms, cells, profile, curve: input.curve ? CURVE : [] }),
  };
}

function refuseUnused(filter: readonly string[], { arms }: Collection): void {
  const used = [...new Set(arms.map(({ target }) => target))];
  const faults = filter
    .filter((name) => !used.includes(name))
    .map((name) => {
      const next = `use one of: ${used.join(", ")} (more with --sensitivity or other claims)`;
      return fault("--targets", "a target that the chosen claims are measured on", `"${name}"`, next);
    });
  if (faults.length > 0) throw new InputError(faults);
}
