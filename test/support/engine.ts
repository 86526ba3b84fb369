import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { connectEngine } from "../../scripts/docker/engine.ts";
import { resolveBases } from "../../scripts/images/bases.ts";
import { buildHelpers, type Helpers } from "../../scripts/images/images.ts";

export const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");
export const engine = connectEngine();

/**
 * Why tests that need an engine are left out, false where one answers. Where CI is set an engine has to be there, so that
 * a green run never means that nothing was tested.
 */
export const withoutEngine: string | false = await engine.info().then(
  () => false as const,
  (error: Error) => {
    if (process.env.CI) throw new Error(`CI is set, and no container engine answers: ${error.message}`);
    process.stderr.write(`\nSKIPPED: no container engine answers (${error.message}); docker/up.sh starts one\n`);
    return `no container engine answers: ${error.message}`;
  },
);

/** The environment with the choices of docker/up.sh, which compose reads from .env by itself. */
function environment(): NodeJS.ProcessEnv {
  const file = join(ROOT, ".env");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const choices = lines.flatMap((line) => {
    const [, key = "", value = ""] = /^(REMATCH_\w+)=(.*)$/.exec(line) ?? [];
    return key === "" ? [] : [[key, value] as const];
  });
  return { ...Object.fromEntries(choices), ...process.env };
}

/** The helper image of this checkout: built, or found unchanged. */
export function helpers(): Promise<Helpers> {
  const note = (text: string) => void process.stderr.write(`${text}\n`);
  return buildHelpers({
    root: ROOT,
    bases: resolveBases(environment()),
    engine,
    saveLog: async (name, text) => {
      if (/^ERROR|failed to solve/m.test(text)) note(`--- ${name}\n${text.slice(-4000)}`);
      return name;
    },
    progress: { phase: () => {}, step: () => {}, note, end: () => {} },
    cache: join(tmpdir(), "rematch-test-cache"),
  });
}
