import { createHash } from "node:crypto";
import { InputError } from "../model/errors.ts";
import { type Archive, readArchive } from "./archive.ts";
import { madeBy } from "./history.ts";
import { isSamePlatform, platformOf } from "./platform.ts";

/** An image of one platform as an archive describes it. */
export interface Manifest {
  /** Config digest: the image's identity, whatever store it is kept in. */
  digest: string;
  /** Bytes of the image's config, which is part of what a registry stores. */
  configBytes: number;
  /** `linux/amd64`. */
  platform: string;
  /** Every platform the image is for, also those whose contents the engine does not have. */
  platforms: string[];
  /** Manifests about the image that are none themselves: where it comes from, what it holds. */
  attestations: number;
  /** Layers from the base up: digest of the uncompressed tar, the archive's entry that holds it, and what made it. */
  layers: { diffId: string; entry: string; by: string | null }[];
  config: ImageConfig;
}

/** What the image's config says of how it is started. */
export interface ImageConfig {
  Entrypoint?: string[] | null;
  Cmd?: string[] | null;
  Env?: string[] | null;
  Labels?: Record<string, string> | null;
}

interface Descriptor {
  digest: string;
  platform?: { os: string; architecture: string; variant?: string };
  annotations?: Record<string, string>;
}
interface Blob {
  manifests?: Descriptor[];
  config?: Descriptor;
  layers?: Descriptor[];
}
interface Config {
  os?: string;
  architecture?: string;
  variant?: string;
  config?: ImageConfig | null;
  history?: { created_by?: string; comment?: string; empty_layer?: boolean }[] | null;
  rootfs: { diff_ids: string[] };
}
interface Candidate {
  platform: string;
  /** Name of the config's text; null where the archive has only the mention of this platform. */
  config: string | null;
  layers: string[];
}

/** The platform to read: one that was asked for, or the engine's own where there are several. */
export interface Wanted {
  platform?: string | undefined;
  architecture?: string | undefined;
}

/**
 * Reads what an image archive consists of: the index of OCI where there is one, with nested indexes and attestations,
 * else manifest.json of engines before 25.
 *
 * @throws InputError for a platform that the image has not, KitError for an archive that is not complete
 */
export async function readManifest(tar: NodeJS.ReadableStream, image: string, wanted: Wanted = {}): Promise<Manifest> {
  const archive = await readArchive(tar, image);
  const { candidates, attestations } = archive.has("index.json") ? indexed(archive) : listed(archive);
  const chosen = choose(candidates, image, wanted);
  const name = chosen.config ?? "";
  const text = archive.text(name);
  const config = archive.json<Config>(name);
  const by = madeBy(config.history ?? [], config.rootfs.diff_ids.length);
  return {
    digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
    configBytes: text.length,
    platform: chosen.platform,
    platforms: [...new Set(candidates.map((one) => one.platform))].sort(),
    attestations,
    layers: config.rootfs.diff_ids.map((diffId, at) => ({
      ...{ diffId, entry: archive.entry(chosen.layers[at] ?? ""), by: by[at] ?? null },
    })),
    config: config.config ?? {},
  };
}

const blob = (digest: string): string => `blobs/${digest.replace(":", "/")}`;

/** Manifests of the index and of the indexes in it; those without a platform speak about another one. */
function indexed(archive: Archive): { candidates: Candidate[]; attestations: number } {
  const found = new Map<string, Candidate>();
  const about = new Set<string>();
  const follow = (descriptors: readonly Descriptor[]): void => {
    for (const descriptor of descriptors) {
      const name = blob(descriptor.digest);
      const { manifests, config, layers = [] }: Blob = archive.has(name) ? archive.json<Blob>(name) : {};
      if (isAttestation(descriptor)) about.add(name);
      else if (manifests) follow(manifests);
      else {
        const text = config && archive.has(blob(config.digest)) ? blob(config.digest) : null;
        const platform = platformOf(text === null ? (descriptor.platform ?? {}) : archive.json<Config>(text));
        found.set(name, { platform, config: text, layers: layers.map(({ digest }) => blob(digest)) });
      }
    }
  };
  follow(archive.json<Blob>("index.json").manifests ?? []);
  return { candidates: [...found.values()], attestations: about.size };
}

function isAttestation({ platform, annotations }: Descriptor): boolean {
  return annotations?.["vnd.docker.reference.type"] === "attestation-manifest" || platform?.os === "unknown";
}

function listed(archive: Archive): { candidates: Candidate[]; attestations: number } {
  const [first] = archive.json<{ Config: string; Layers: string[] | null }[]>("manifest.json");
  const config = first?.Config ?? "";
  const platform = platformOf(archive.json<Config>(config));
  return { candidates: [{ platform, config, layers: first?.Layers ?? [] }], attestations: 0 };
}

/** The platform asked for; else the only one the engine has, or that of the engine's own machine. */
function choose(candidates: readonly Candidate[], image: string, { platform, architecture }: Wanted): Candidate {
  const here = candidates.filter(({ config }) => config !== null);
  const fitting = platform
    ? here.filter((one) => isSamePlatform(one.platform, platform))
    : here.filter((one) => here.length === 1 || one.platform.split("/")[1] === architecture);
  const [chosen] = fitting;
  if (chosen && fitting.length === 1) return chosen;
  const absent = candidates.some((one) => one.config === null && platform && isSamePlatform(one.platform, platform));
  const fault = { file: image, line: null, column: null, expected: `an image for ${platform ?? architecture}` };
  const found = here.length === 0 ? "none that is on the engine" : here.map((one) => one.platform).join(" and ");
  const next = absent
    ? `get it with: docker pull --platform ${platform} ${image}`
    : "name one of these with --platform";
  throw new InputError([{ ...fault, found, next }]);
}
