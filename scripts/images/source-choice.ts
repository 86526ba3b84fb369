import { statSync } from "node:fs";

/** Where a compiler's source is taken from: a build argument, or a folder that stands for a stage of the Dockerfile. */
export interface SourceChoice {
  args: Record<string, string>;
  contexts: Record<string, string>;
}

/**
 * The source that the user gives for a runtime, by REMATCH_PERRY_SOURCE and the like: a folder is a local clone and stands
 * for the stage `checkout`, anything else is an address that git takes, such as a mirror. Nothing where none is given.
 */
export function sourceChoice(runtime: string, env: NodeJS.ProcessEnv): SourceChoice {
  const given = env[`REMATCH_${runtime.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}_SOURCE`];
  if (!given) return { args: {}, contexts: {} };
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? { args: {}, contexts: { checkout: given } } : { args: { SOURCE: given }, contexts: {} };
}
