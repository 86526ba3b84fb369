/** Layers and image archives made by the real tar and gzip, for tests that count them. */
import { createHash } from "node:crypto";
import { link, mkdir, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { execa } from "execa";
import { scratchFolder } from "./scratch.ts";

export interface Layer {
  tar: Buffer;
  diffId: string;
  /** Bytes of its files, as they were written. */
  files: number;
}

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest("hex");

/** A layer with plain files, an empty one, a folder, a long name, a link of each kind, a hole and a whiteout. */
export async function awkwardLayer(): Promise<Layer> {
  const folder = scratchFolder();
  const long = "a".repeat(120);
  await mkdir(join(folder, long), { recursive: true });
  await writeFile(join(folder, "text"), "x".repeat(5000));
  await writeFile(join(folder, long, "deep"), "y".repeat(513));
  await writeFile(join(folder, "empty"), "");
  await writeFile(join(folder, ".wh.gone"), "");
  await writeFile(join(folder, "hole"), "");
  await truncate(join(folder, "hole"), 100_000);
  await link(join(folder, "text"), join(folder, "text-again"));
  await symlink("text", join(folder, "text-link"));
  return packed(folder, 5000 + 513 + 100_000);
}

export async function layerOf(text: string): Promise<Layer> {
  const folder = scratchFolder();
  await writeFile(join(folder, "file"), text);
  return packed(folder, text.length);
}

/** A layer of what a folder holds. */
export const layerFrom = (folder: string, options: string[] = []): Promise<Layer> =>
  packed(folder, Number.NaN, options);

async function packed(folder: string, files: number, options: string[] = []): Promise<Layer> {
  const { stdout } = await execa("tar", ["-C", folder, ...options, "-c", "."], { encoding: "buffer" });
  const tar = Buffer.from(stdout);
  return { tar, diffId: `sha256:${sha256(tar)}`, files };
}

type Files = Record<string, Buffer | { link: string }>;

async function archive(files: Files): Promise<() => NodeJS.ReadableStream> {
  const folder = scratchFolder();
  for (const [name, contents] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    if (Buffer.isBuffer(contents)) await writeFile(join(folder, name), contents);
    else await symlink(contents.link, join(folder, name));
  }
  const { stdout } = await execa("tar", ["-C", folder, "-c", ...Object.keys(files)], { encoding: "buffer" });
  return () => Readable.from([Buffer.from(stdout)]);
}

const configOf = (layers: Layer[], more: object = {}) =>
  Buffer.from(
    JSON.stringify({ architecture: "amd64", rootfs: { diff_ids: layers.map(({ diffId }) => diffId) }, ...more }),
  );

/** The layout of engine 25 and later; with `gzip` as a store keeps images it has pulled. */
export async function ociArchive(layers: Layer[], gzip = false): Promise<() => NodeJS.ReadableStream> {
  const blobs = await Promise.all(layers.map(async ({ tar }) => (gzip ? gzipped(tar) : tar)));
  const config = configOf(layers);
  const name = (data: Buffer) => `blobs/sha256/${sha256(data)}`;
  const manifest = [{ Config: name(config), RepoTags: null, Layers: blobs.map(name) }];
  return archive({
    ...Object.fromEntries(blobs.map((blob) => [name(blob), blob])),
    [name(config)]: config,
    "oci-layout": Buffer.from('{"imageLayoutVersion":"1.0.0"}'),
    "manifest.json": Buffer.from(JSON.stringify(manifest)),
  });
}

/** The layout of engine 24 and earlier: a folder a layer, equal layers as links to the first. */
export async function oldArchive(layers: Layer[]): Promise<() => NodeJS.ReadableStream> {
  const files: Files = {};
  const config = configOf(layers);
  const names = layers.map(({ tar, diffId }, at) => {
    const first = layers.findIndex((layer) => layer.diffId === diffId);
    files[`${at}/layer.tar`] = first === at ? tar : { link: `../${first}/layer.tar` };
    return `${at}/layer.tar`;
  });
  files["c.json"] = config;
  files["manifest.json"] = Buffer.from(JSON.stringify([{ Config: "c.json", RepoTags: null, Layers: names }]));
  return archive(files);
}

/** An image of one platform in an index; `absent` where the store has only the mention of it. */
export interface PlatformImage {
  platform: { os: string; architecture: string; variant?: string };
  layers: Layer[];
  absent?: boolean;
  /** What its config says besides. */
  config?: object;
}

const blobName = (data: Buffer) => `blobs/sha256/${sha256(data)}`;
const descriptor = (data: Buffer, more: object = {}) => ({
  ...{ digest: `sha256:${sha256(data)}`, size: data.length, ...more },
});

const OCI = "application/vnd.oci.image";

/**
 * An index of several platforms as builders write it: a manifest and an attestation a platform. Blobs by the names they
 * have in an archive, with index.json above them.
 */
export function platformFiles(images: PlatformImage[]): { files: Record<string, Buffer>; index: Buffer } {
  const files: Record<string, Buffer> = { "oci-layout": Buffer.from('{"imageLayoutVersion":"1.0.0"}') };
  const keep = (data: Buffer): Buffer => {
    files[blobName(data)] = data;
    return data;
  };
  const json = (value: object) => Buffer.from(JSON.stringify({ schemaVersion: 2, ...value }));
  const of = (mediaType: string, data: Buffer, more: object = {}) => descriptor(data, { mediaType, ...more });
  const manifests = images.flatMap(({ platform, layers, absent, config }) => {
    const text = configOf(layers, { ...platform, ...config });
    const manifest = json({
      ...{ mediaType: `${OCI}.manifest.v1+json`, config: of(`${OCI}.config.v1+json`, text) },
      layers: layers.map(({ tar }) => of(`${OCI}.layer.v1.tar`, tar)),
    });
    // An attestation looks like a manifest with a layer, of a platform that is none.
    const statement = json({ predicateType: "https://slsa.dev/provenance/v0.2", subject: sha256(manifest) });
    const nothing = configOf([], { os: "unknown", architecture: "unknown" });
    const about = json({
      ...{ mediaType: `${OCI}.manifest.v1+json`, config: of(`${OCI}.config.v1+json`, nothing) },
      layers: [of("application/vnd.in-toto+json", statement)],
    });
    if (!absent) for (const data of [text, manifest, ...layers.map(({ tar }) => tar)]) keep(data);
    for (const data of [statement, nothing, about]) keep(data);
    const annotations = { "vnd.docker.reference.type": "attestation-manifest" };
    return [
      of(`${OCI}.manifest.v1+json`, manifest, { platform }),
      of(`${OCI}.manifest.v1+json`, about, { platform: { os: "unknown", architecture: "unknown" }, annotations }),
    ];
  });
  const index = keep(json({ mediaType: `${OCI}.index.v1+json`, manifests }));
  files["index.json"] = json({ manifests: [of(`${OCI}.index.v1+json`, index)] });
  return { files, index };
}

/** The same as the containerd store saves it: index.json names the image's own index. */
export const platformsArchive = (images: PlatformImage[]): Promise<() => NodeJS.ReadableStream> =>
  archive(platformFiles(images).files);

async function gzipped(data: Buffer): Promise<Buffer> {
  return Buffer.from((await execa("gzip", ["-1n"], { input: data, encoding: "buffer" })).stdout);
}

/** Bytes of regular files in a tar, by the real tar's own listing. */
export async function listedBytes(file: string): Promise<number> {
  const { stdout } = await execa("tar", ["--numeric-owner", "-tvf", file], { maxBuffer: 1e9 });
  const regular = stdout.split("\n").filter((line) => line.startsWith("-"));
  return regular.reduce((sum, line) => sum + Number(line.split(/\s+/)[2]), 0);
}

/** Names of the layers in an unpacked archive. */
export async function layerFiles(folder: string): Promise<string[]> {
  const [listed] = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as { Layers: string[] }[];
  return (listed?.Layers ?? []).map((name) => join(folder, name));
}
