import { bytesText } from "../../model/quantity.ts";
import type { Sample } from "../../model/record.ts";
import { figureMarkup } from "./figure.ts";
import { html, type Markup } from "./markup.ts";
import type { MeasureGroup } from "./measure-group.ts";
import { type PartOf, type PartsRow, partsPlot } from "./plots/parts.ts";
import { table } from "./table.ts";

interface Layer {
  diffId: string;
  unpacked: number;
  compressed: number;
}

/** Images by their layers: those of the base, and those that are the subject's own. */
export function layerFigures({ cells }: MeasureGroup): Markup | null {
  const images = cells.flatMap(({ arm, all }) => {
    const sample = all.findLast((each) => each.void === null);
    const layers = sample === undefined ? [] : layersOf(sample);
    if (sample === undefined || layers.length === 0) return [];
    return [{ arm, layers, ofBase: baseLayers(layers, sample.values["image-unique"] ?? null) }];
  });
  if (images.length === 0) return null;
  const rows = images.map(({ arm, layers, ofBase }): PartsRow => {
    const parts = layers.map(
      ({ unpacked }, nth): PartOf => ({
        bytes: unpacked,
        ...(ofBase === null
          ? { name: "layers", texture: "empty" }
          : nth < ofBase
            ? { name: "layers of the base image", texture: "lined" }
            : { name: "the subject's own layers", texture: "solid" }),
      }),
    );
    const whole = layers.reduce((sum, { unpacked }) => sum + unpacked, 0);
    return { name: arm, parts, samples: [], figure: bytesText(whole) };
  });
  const users = new Map<string, string[]>();
  for (const { arm, layers } of images) {
    for (const { diffId } of layers) users.set(diffId, [...(users.get(diffId) ?? []), arm]);
  }
  const lines = images.flatMap(({ arm, layers, ofBase }) =>
    layers.map(({ diffId, unpacked, compressed }, nth) => [
      arm,
      String(nth + 1),
      ofBase === null ? "" : nth < ofBase ? "base" : "own",
      bytesText(unpacked),
      bytesText(compressed),
      (users.get(diffId) ?? []).filter((user) => user !== arm).join(", "),
      html`<code>${diffId}</code>`,
    ]),
  );
  const columns = [
    ...[{ head: "subject" }, { head: "layer", figures: true }, { head: "of" }, { head: "unpacked", figures: true }],
    ...[{ head: "compressed", figures: true }, { head: "also in" }, { head: "digest of the unpacked layer" }],
  ];
  return figureMarkup({
    title: "Images by layers, unpacked",
    text: "counted exactly, byte by byte; each outline is a layer, from the lowest",
    plot: partsPlot("Images by layers", rows),
    data: table("Layers of the images", columns, lines),
  });
}

/** What the record of an image tells of its layers; empty where it tells nothing. */
function layersOf({ evidence }: Sample): Layer[] {
  const { layers } = evidence;
  if (!Array.isArray(layers)) return [];
  return layers.filter(
    (layer): layer is Layer =>
      typeof layer?.diffId === "string" && typeof layer.unpacked === "number" && typeof layer.compressed === "number",
  );
}

/**
 * How many layers are the base's: those below the ones that add up to the bytes that the base does not have. Null where
 * no such border exists.
 */
export function baseLayers(layers: readonly { unpacked: number }[], unique: number | null): number | null {
  let own = 0;
  for (let nth = layers.length; nth >= 0; nth--) {
    if (own === unique) {
      // Layers without bytes on the border belong to the subject: its Dockerfile made them.
      let first = nth;
      while (first > 0 && layers[first - 1]?.unpacked === 0) first -= 1;
      return first;
    }
    own += layers[nth - 1]?.unpacked ?? 0;
  }
  return null;
}
