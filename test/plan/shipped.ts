import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { parseArticle } from "../../scripts/articles/article.ts";
import { parseTargets } from "../../scripts/articles/targets.ts";
import { faultText, InputError } from "../../scripts/model/errors.ts";
import { PROFILES } from "../../scripts/model/profile.ts";
import type { Plan } from "../../scripts/model/run.ts";
import { makePlan, type PlanInput } from "../../scripts/plan/plan.ts";

export const targets = parseTargets(readFileSync("targets.yaml", "utf8"), "targets.yaml");
const file = "articles/scriptc-vs-node.yaml";
export const article = parseArticle(readFileSync(file, "utf8"), file, targets);

/** The main job's plan on 2 CPUs, but for what a test changes. */
export function planOf(changes: Partial<PlanInput> = {}): Plan {
  return makePlan({ article, targets, profile: PROFILES.quick, cpus: [0, 1], tool: "oha", ...changes });
}

export const ids = (things: readonly { id: string }[]): string[] => things.map(({ id }) => id);

export function faultsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof InputError, String(error));
    return error.faults.map(faultText);
  }
  return [];
}
