import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * An environment with the choices that docker/up.sh left in .env, such as the base image. compose reads that file by
 * itself; commands on the host do it here. What the environment sets already wins.
 */
export function withChoices(root: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const file = join(root, ".env");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const choices = lines.flatMap((line) => {
    const [, key = "", value = ""] = /^(REMATCH_\w+)=(.*)$/.exec(line) ?? [];
    return key === "" ? [] : [[key, value] as const];
  });
  return { ...Object.fromEntries(choices), ...env };
}
