import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { loadArticle } from "../articles/article.ts";
import { findArticle } from "../articles/file.ts";
import { loadTargets } from "../articles/targets.ts";
import { EXIT, type RunOptions } from "../cli.ts";
import { baseOf, resolveBases } from "../images/bases.ts";
import { withChoices } from "../images/choices.ts";
import type { Article } from "../model/article.ts";
import { profileFor } from "../model/profile.ts";
import type { TargetsFile } from "../model/target.ts";
import type { Tool } from "../model/tool.ts";
import { makePlan } from "../plan/plan.ts";
import { planJson, planText } from "../plan/plan-text.ts";
import type { Kit } from "./kit.ts";

/** `bench plan`: prints every cell, its order, the time it takes and the deviations; runs nothing. */
export async function planCommand(kit: Kit, name: string, options: RunOptions): Promise<number> {
  const input = await loadInput(kit, name);
  const { article } = input;
  const cpus = Array.from({ length: availableParallelism() }, (_, cpu) => cpu);
  const plan = planner(kit, input, options)(cpus);
  if (options.json) kit.printJson(planJson(plan));
  else kit.print(planText(article, plan));
  return EXIT.done;
}

/** What a run or a plan is made from. */
export interface Input {
  article: Article;
  targets: TargetsFile;
  /** Whether the article is one of the kit's, and not a file that the user brought. */
  isOwn: boolean;
}

/** Reads an article, by its slug or path, and the targets. Throws InputError. */
export async function loadInput(kit: Kit, name: string): Promise<Input> {
  const targets = await loadTargets(join(kit.root, "targets.yaml"));
  const folder = join(kit.root, "articles");
  const file = await findArticle(folder, name);
  return { article: await loadArticle(file, targets), targets, isOwn: dirname(resolve(file)) === folder };
}

/** Plans an article as the user's options ask for it. */
export function planner(kit: Kit, { article, targets, isOwn }: Input, options: RunOptions) {
  const { profile, claims, targets: targetsFilter, full } = options;
  const sensitivity = options.sensitivity ?? (full ? true : undefined);
  const windows = profileFor(profile, article.protocol);
  const bases = resolveBases(withChoices(kit.root, process.env));
  const asked = { article, targets, profile: windows, claims, targetsFilter, sensitivity };
  const rules = {
    ...{ curve: full, mayPublish: isOwn },
    baseOf: (name: string) => baseOf(bases, targets.targets[name] ?? { base: "bookworm" }),
  };
  return (cpus: number[], siblings?: Record<string, string>, tool: Tool = article.protocol.tool) =>
    makePlan({ ...asked, ...rules, cpus, siblings, tool });
}
