import type { Engine } from "../model/engine.ts";
import type { Bases } from "./bases.ts";
import { causeOf } from "./build-failure.ts";
import { withBase } from "./helpers.ts";
import { pins } from "./versions.ts";

/** A registry that is there answers within a second or two. */
const PATIENCE_MS = 10_000;

/** An image that builds stand on. */
export interface NeededImage {
  name: string;
  source: Bases["bookworm"]["source"];
  present: boolean;
  /** Why the engine cannot get it; null where it can, or need not. */
  trouble: string | null;
  /** What helps where it cannot be had. */
  next: string;
}

/** The images that builds stand on: the base and, where it is the official one, those of Node. */
export function neededImages({ bookworm, nodeSource }: Bases): { name: string; source: Bases["bookworm"]["source"] }[] {
  const { NODE_22_IMAGE, NODE_24_IMAGE } = pins();
  const ofNode = nodeSource === "registry" ? [NODE_22_IMAGE, NODE_24_IMAGE] : [];
  return [bookworm, ...ofNode.flatMap((name) => (name ? [{ name, source: "registry" as const }] : []))];
}

/** Looks whether each image is on the engine and, where not, whether its registry would give it. */
export function lookForImages(engine: Engine, bases: Bases): Promise<NeededImage[]> {
  return Promise.all(
    neededImages(bases).map(async ({ name, source }) => {
      const present = (await engine.image(name)) !== null;
      const next =
        source === "local" ? "run docker/up.sh, which builds it from Debian packages" : withBase({ name, source });
      if (present) return { name, source, present, trouble: null, next };
      const trouble =
        source === "local" ? "it is built on this machine, and is not there" : await registryTrouble(engine, name);
      return { name, source, present, trouble, next };
    }),
  );
}

async function registryTrouble(engine: Engine, name: string): Promise<string | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  try {
    await engine.askRegistry(name, signal);
    return null;
  } catch (error) {
    return signal.aborted ? `its registry is silent for ${PATIENCE_MS / 1000} s` : causeOf((error as Error).message);
  }
}
