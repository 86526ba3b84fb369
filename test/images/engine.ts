import { execa } from "execa";
import type { Bases } from "../../scripts/images/bases.ts";
import { resolveBases } from "../../scripts/images/bases.ts";
import { runBuild } from "../../scripts/images/buildx.ts";
import type { Engine } from "../../scripts/model/engine.ts";

const docker = (...words: string[]) => execa("docker", words, { reject: false });

/** Why tests with a real engine are skipped; false where they run. */
export const noEngine: string | false = (await docker("version", "--format", "{{.Server.Version}}")).failed
  ? "SKIPPED: no container engine answers; run docker/up.sh"
  : false;

/** What the images stage needs of an engine, by the docker command. */
export const engine = {
  image: async (name: string) => {
    const { stdout, failed } = await docker("image", "inspect", "--format", "{{.Id}} {{.Architecture}}", name);
    const [id = "", architecture = ""] = stdout.split(" ");
    return failed ? null : { id, architecture, labels: {} };
  },
  saveImage: async (name: string) => execa("docker", ["save", name], { buffer: false }).stdout,
} as unknown as Engine;

/** The bases of this machine: those of the environment, else a local build where there is one. */
export async function machineBases(): Promise<Bases> {
  const local = "localhost/rematch/base/bookworm";
  const hasLocal = (await engine.image(local)) !== null;
  const given = process.env.REMATCH_BASE_BOOKWORM;
  return resolveBases({ ...process.env, REMATCH_BASE_BOOKWORM: given || (hasLocal ? local : undefined) });
}

export async function buildText(image: string, text: string, context: string): Promise<void> {
  const { ok, log } = await runBuild({ context, dockerfile: { text }, to: { image } });
  if (!ok) throw new Error(log);
}

export const removeImages = (...names: string[]) => docker("image", "rm", "--force", ...names);
