import { bytesText } from "../model/quantity.ts";
import { terminalLine } from "../model/terminal-text.ts";
import { textTable } from "../model/text-table.ts";
import type { BudgetResult } from "./budget.ts";
import type { Footprint, Program } from "./footprint-schema.ts";
import { megabytes } from "./megabytes.ts";

/** Files named of each image; --json names more. */
const FILES_SHOWN = 5;
const BY_SHOWN = 64;

/** What `bench image` prints: all images beside each other, then each by itself. */
export function footprintText(images: readonly Footprint[]): string {
  return [comparison(images), ...images.map(detail)].join("\n");
}

function comparison(images: readonly Footprint[]): string {
  const head = ["MB (10^6 bytes)", "unpacked", "compressed", "over base", "program", "libraries", "hidden", "layers"];
  const rows = images.map((image) => [
    image.name,
    megabytes(image.unpackedBytes),
    megabytes(image.compressedBytes),
    megabytes(image.uniqueOverBaseBytes),
    megabytes(image.program?.bytes ?? null),
    megabytes(image.program?.librariesBytes ?? null),
    megabytes(image.hiddenBytes),
    String(image.layers.length),
  ]);
  const compressors = [...new Set(images.map(({ compressor }) => compressor))].join(", ");
  const notes = [
    "  unpacked    contents of regular files over all layers",
    `  compressed  each layer by itself by ${compressors}, and the config: computed, not what a registry holds`,
    "  over base   unpacked, of the layers that the base does not have",
    "  libraries   what the loader gives the program when it starts, the loader included",
    "  hidden      of unpacked, what a later layer deletes or replaces",
  ];
  return `${textTable(head, rows, { text: [0] })}\n${notes.join("\n")}\n`;
}

function detail(image: Footprint): string {
  const { base, program } = image;
  const lines = [
    image.name,
    `  ${image.digest}, ${image.platform}${othersText(image)}`,
    `  unpacked ${bytesText(image.unpackedBytes)}, compressed ${bytesText(image.compressedBytes)}${baseText(base)}`,
    ...programLines(program),
  ];
  const layers = image.layers.map(({ bytes, compressedBytes, hiddenBytes, by, inBase }, at) => [
    ...[String(at + 1), megabytes(bytes), megabytes(compressedBytes), megabytes(hiddenBytes)],
    `${inBase ? "base: " : ""}${cut(by ?? "not told")}`,
  ]);
  const files = image.files.slice(0, FILES_SHOWN);
  const hidden = image.hidden.slice(0, FILES_SHOWN);
  const ofFile = ({ bytes, layer }: { bytes: number; layer: number }) => [String(layer), megabytes(bytes)];
  const tables: [string[], string[][], number[]][] = [
    [["layer", "MB", "compressed", "hidden", "made by"], layers, [4]],
    [["layer", "MB", "largest files"], files.map((file) => [...ofFile(file), file.path]), [2]],
    [
      ["layer", "MB", "largest hidden files"],
      hidden.map((file) => [...ofFile(file), `${file.path} (${file.how} by layer ${file.hiddenBy})`]),
      [2],
    ],
  ];
  const shown = tables.filter(([, rows]) => rows.length > 0);
  return [
    ...lines.map(terminalLine),
    ...shown.map(([head, rows, text]) => textTable(head, rows, { indent: "  ", text })),
    "",
  ].join("\n");
}

function othersText({ platforms, platform, attestations }: Footprint): string {
  const others = platforms.filter((each) => each !== platform);
  const also = others.length === 0 ? "" : ` (also for ${others.join(", ")})`;
  return `${also}${attestations === 0 ? "" : `; attestations beside it: ${attestations}, not counted`}`;
}

function baseText(base: Footprint["base"]): string {
  if (base === null) return "; no base known: name it with --base";
  if (base.of === 0) return "; from scratch";
  if (base.layers === base.of) return `; on ${base.name}`;
  return `; has ${base.layers} of the ${base.of} layers of ${base.name}: it stands on something else`;
}

function programLines(program: Program | null): string[] {
  if (program === null) return ["  starts nothing that was found in it"];
  const { path, bytes, kind, scripts, libraries, librariesBytes, missing } = program;
  const behind = scripts.length === 0 ? "" : ` behind ${scripts.join(", ")}`;
  const more = libraries.length === 0 ? "" : `, and ${megabytes(librariesBytes)} MB of libraries:`;
  const names = libraries.map((library) => `${library.path.split("/").at(-1)} ${megabytes(library.bytes)}`);
  return [
    `  starts ${path}${behind}: ${kind}, ${megabytes(bytes)} MB${more}`,
    ...(names.length === 0 ? [] : [`    ${names.join(", ")}`]),
    ...(missing.length === 0 ? [] : [`  cannot start: it lacks ${missing.join(", ")}`]),
  ];
}

const cut = (text: string): string => (text.length > BY_SHOWN ? `${text.slice(0, BY_SHOWN - 1)}…` : text);

/** A line an image: within its budget or not, and by which layer. */
export function budgetText({ name, bytes, of, found, exceeded, layer }: BudgetResult): string {
  const size = of === "unique" ? "unique over its base" : of;
  const head = `${name}: ${bytesText(found)} ${size}`;
  if (!exceeded) return terminalLine(`${head}, within the budget of ${bytesText(bytes)}`);
  const over = `${head}, over the budget of ${bytesText(bytes)} by ${bytesText(found - bytes)}`;
  if (layer === null) return terminalLine(over);
  const by = `${bytesText(layer.bytes)} of it in layer ${layer.number}, made by ${cut(layer.by ?? "something not told")}`;
  return terminalLine(`${over}; ${by}`);
}
