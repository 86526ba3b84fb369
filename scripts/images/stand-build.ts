import { join } from "node:path";
import { readBuildFailure, reasonText } from "./build-failure.ts";
import type { Builder } from "./builder.ts";
import { runBuild } from "./buildx.ts";
import { readFootprint } from "./footprint.ts";
import type { Footprint } from "./footprint-schema.ts";
import type { SizeCache } from "./size-cache.ts";
import { type Load, lackOf, type Stand, standFile } from "./stand.ts";

/** A program on a base, built: its image, or why there is none, and what is known to be lacking in it. */
export interface Built {
  image: string;
  footprint: Footprint | null;
  because: string | null;
}

/** Builds the image of a program on a base and reads it. It stays until `removeImages`. */
export async function buildStand(
  builder: Builder,
  subject: string,
  stand: Stand,
  load: Load,
  cache: SizeCache,
): Promise<Built> {
  const image = `localhost/rematch/matrix/${subject}/${stand.replaceAll(" ", "-")}`;
  const name = `${subject} on ${stand}`;
  const dockerfile = { text: standFile(stand, load) };
  // Nothing of the folder is used: what is built comes from images alone.
  const context = join(builder.root, "docker", "base");
  const end = await runBuild({ context, dockerfile, to: { image }, offline: true }, builder.signal);
  await builder.saveLog(`build ${name}`, end.log);
  if (!end.ok) {
    const reason = end.givenUp ?? reasonText(readBuildFailure(end.log, "docker").lines);
    return { image, footprint: null, because: `not built: ${reason}` };
  }
  const question = { image, name, command: load.command, base: undefined };
  const footprint = await readFootprint(builder.engine, question, cache);
  return { image, footprint, because: lackOf(footprint) };
}

/** Removes images by name; the build cache keeps their layers for the next time. */
export async function removeImages(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { execa } = await import("execa");
  await execa("docker", ["image", "rm", ...names], { reject: false });
}
