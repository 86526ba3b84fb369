import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineAddress } from "../../scripts/docker/address.ts";
import { connectEngine } from "../../scripts/docker/engine.ts";
import { resolveBases } from "../../scripts/images/bases.ts";
import { withChoices } from "../../scripts/images/choices.ts";
import { FIXTURE_IMAGE } from "../../scripts/images/helpers.ts";
import { buildFixture, buildHelpers, type Helpers } from "../../scripts/images/images.ts";
import type { Tool } from "../../scripts/model/tool.ts";
import { ROOT } from "./bench.ts";

export const engine = connectEngine(engineAddress(process.env).options);

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

/**
 * The helper image of this checkout: built, or found unchanged. REMATCH_TEST_HELPERS names one to take as it is, for a
 * system that can build none (test/cgroup-v2).
 */
export async function helpers(wanted: readonly Tool[] = ["oha"]): Promise<Helpers> {
  const image = process.env.REMATCH_TEST_HELPERS;
  if (!image) return buildHelpers(builder, wanted);
  const architecture = (await engine.image(image))?.architecture ?? "unknown";
  return { image, tools: {}, lacking: null, architecture };
}

/** The image of the fixture alone, as calibration measures it; taken as it is where the helper image is. */
export const fixtureImage = async (): Promise<string> =>
  process.env.REMATCH_TEST_HELPERS ? FIXTURE_IMAGE : buildFixture(builder);

const note = (text: string) => void process.stderr.write(`${text}\n`);
/** What builds of tests are given. */
export const builder = {
  root: ROOT,
  bases: resolveBases(withChoices(ROOT, process.env)),
  engine,
  saveLog: async (name: string, text: string) => {
    if (/^ERROR|failed to solve/m.test(text)) note(`--- ${name}\n${text.slice(-4000)}`);
    return name;
  },
  progress: { phase: () => {}, step: () => {}, note, end: () => {} },
  cache: join(tmpdir(), "rematch-test-cache"),
};
