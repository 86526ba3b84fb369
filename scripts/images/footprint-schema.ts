import { z } from "zod";

const bytes = z.number().int().nonnegative();

const layerSchema = z.strictObject({
  /** Of the uncompressed layer, so that it is the same in every store. */
  digest: z.string(),
  /** Contents of its regular files. */
  bytes,
  compressedBytes: bytes,
  /** Of `bytes`, what later layers hide. */
  hiddenBytes: bytes,
  files: z.number().int(),
  /** The instruction that made it; null where the image's history does not say. */
  by: z.string().nullable(),
  inBase: z.boolean(),
});

/** The executable that the image starts, and what the loader gives it. */
const programSchema = z.strictObject({
  /** Where it is, links followed. */
  path: z.string(),
  bytes,
  kind: z.enum(["static", "dynamic"]),
  /** Scripts that are started before it. */
  scripts: z.array(z.string()),
  libraries: z.array(z.strictObject({ name: z.string(), path: z.string(), bytes })),
  librariesBytes: bytes,
  /** Libraries it asks for that are not in the image: it does not start. */
  missing: z.array(z.string()),
});
export type Program = z.infer<typeof programSchema>;

/** What an image consists of. Sizes in bytes; what is not known is null, never 0. */
export const footprintSchema = z.strictObject({
  name: z.string(),
  /** Config digest: the image's identity in every store. */
  digest: z.string(),
  platform: z.string(),
  /** Every platform the image is for. */
  platforms: z.array(z.string()),
  /** Manifests about the image (provenance, contents), which are no part of its size. */
  attestations: z.number().int(),
  /** Contents of regular files over all layers: a hard link adds nothing, a sparse file its whole length. */
  unpackedBytes: bytes,
  /** Every layer by itself, by `compressor`, and the config: computed, not what a registry happens to hold. */
  compressedBytes: bytes,
  compressor: z.string(),
  /** Unpacked bytes of layers that the base does not have; null where no base is known. */
  uniqueOverBaseBytes: bytes.nullable(),
  /** `layers` of it are in the image, of `of` that it has; null where no base is known. */
  base: z.strictObject({ name: z.string(), layers: z.number().int(), of: z.number().int() }).nullable(),
  /** What a container sees. */
  visibleBytes: bytes,
  /** Written by one layer and hidden by a later one: stored and shipped all the same. */
  hiddenBytes: bytes,
  layers: z.array(layerSchema),
  /** The largest files a container sees. `layer` counts from 1 at the base. */
  files: z.array(z.strictObject({ path: z.string(), bytes, layer: z.number().int() })),
  /** The largest files that are hidden, and what hid them. */
  hidden: z.array(
    z.strictObject({
      ...{ path: z.string(), bytes, layer: z.number().int() },
      hiddenBy: z.number().int(),
      how: z.enum(["deleted", "replaced", "emptied"]),
    }),
  ),
  /** Null where nothing that is started was found. */
  program: programSchema.nullable(),
});
export type Footprint = z.infer<typeof footprintSchema>;
