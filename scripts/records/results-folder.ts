import { join, relative, resolve } from "node:path";
import { InputError } from "../model/errors.ts";

/** The folder of all runs: results/ of the checkout, or what REMATCH_RESULTS names, seen from the current directory. */
export const resultsFolder = (root: string, env: NodeJS.ProcessEnv): string =>
  resolve(env.REMATCH_RESULTS || join(root, "results"));

/**
 * Throws InputError for results that would be gone with the container they are written in. REMATCH_KEPT is the one folder of
 * the runner's container that stays; nothing on a host.
 */
export function sayIfLost(results: string, { REMATCH_KEPT: kept }: NodeJS.ProcessEnv): void {
  if (!kept || !/^\.\.(\/|$)/.test(relative(kept, results))) return;
  const expected = `a folder below ${kept}, the only one that outlives the container`;
  const next = "name one, or measure without compose: npm ci && npm run bench";
  throw new InputError([{ file: "REMATCH_RESULTS", line: null, column: null, expected, found: results, next }]);
}
