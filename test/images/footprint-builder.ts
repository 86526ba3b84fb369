import type { Footprint } from "../../scripts/images/footprint-schema.ts";

type Layer = Footprint["layers"][number];

export const layer = (bytes: number, compressedBytes: number, more: Partial<Layer> = {}): Layer => ({
  ...{ digest: `sha256:${String(bytes).padStart(64, "0")}`, bytes, compressedBytes, hiddenBytes: 0, files: 1 },
  ...{ by: null, inBase: false, ...more },
});

/** An image with one layer and a program, changed as told. */
export const footprint = (changes: Partial<Footprint> = {}): Footprint => ({
  name: "image",
  digest: `sha256:${"a".repeat(64)}`,
  platform: "linux/amd64",
  platforms: ["linux/amd64"],
  attestations: 0,
  unpackedBytes: 571_648,
  compressedBytes: 265_435,
  compressor: "gzip -6",
  uniqueOverBaseBytes: null,
  base: null,
  visibleBytes: 571_648,
  hiddenBytes: 0,
  layers: [layer(571_648, 265_000)],
  files: [{ path: "/app/service", bytes: 571_648, layer: 1 }],
  hidden: [],
  program: {
    ...{ path: "/app/service", bytes: 571_648, kind: "static", scripts: [], libraries: [], librariesBytes: 0 },
    missing: [],
  },
  ...changes,
});
