import { join, relative } from "node:path";
import { loadTargets } from "../articles/targets.ts";
import { EXIT, type ImageOptions } from "../cli.ts";
import { resolveBases } from "../images/bases.ts";
import { type Budget, holdAgainst, parseSize } from "../images/budget.ts";
import { withChoices } from "../images/choices.ts";
import type { Footprint } from "../images/footprint-schema.ts";
import { budgetText, footprintText } from "../images/footprint-text.ts";
import { type Gathered, gatherImages } from "../images/gather.ts";
import { chooseImages, type ImageChoice } from "../images/image-choice.ts";
import { parseImageName } from "../images/image-name.ts";
import type { ImageReport } from "../images/image-report.ts";
import { openSizeCache } from "../images/size-cache.ts";
import { standText } from "../images/stand-text.ts";
import { InputError } from "../model/errors.ts";
import type { TargetsFile } from "../model/target.ts";
import { terminalLine } from "../model/terminal-text.ts";
import { makeProgress } from "../progress.ts";
import { saveLog } from "../records/log-file.ts";
import { handOver } from "../records/ownership.ts";
import { runDirectory } from "../records/run-directory.ts";
import type { Kit } from "./kit.ts";
import { type StandSubject, standResults } from "./stands.ts";

/**
 * `bench image`: what images consist of, beside each other. Builds subjects and pulls images that are missing, and
 * leaves nothing else on the engine.
 */
export async function imageCommand(
  kit: Kit,
  names: readonly string[],
  options: ImageOptions,
  signal: AbortSignal,
): Promise<number> {
  const targets = await loadTargets(join(kit.root, "targets.yaml"));
  const choices = chooseImages(names, targets);
  const budget: Budget | null = options.budget ? { bytes: parseSize(options.budget), of: options.budgetOf } : null;
  const base = options.base === undefined ? null : parseImageName(options.base);
  if (options.matrix) refuseImages(choices);
  const engine = await kit.freeEngine();
  const progress = makeProgress(process.stderr);
  // Build logs and known sizes lie beside the runs, in a folder that is none.
  const place = runDirectory(kit.results, ".cache");
  const builder = {
    ...{ root: kit.root, bases: resolveBases(withChoices(kit.root, process.env)), engine, progress, signal },
    saveLog: async (name: string, text: string) =>
      relative(process.cwd(), join(place.path, await saveLog(place, name, text))),
    cache: place.path,
  };
  try {
    const cache = await openSizeCache(join(place.path, "layers.json"));
    const asked = { choices, targets, base, platform: options.platform };
    const { images, loads, failures } = await gatherImages(builder, asked, cache);
    const subjects = options.matrix ? standSubjects(images, loads, targets) : [];
    const matrix = subjects.length > 0 ? await standResults(builder, subjects, cache) : [];
    progress.end();
    const budgets = budget === null ? [] : images.map((image) => holdAgainst(image, budget));
    const report: ImageReport = { schema: 1, images, failures, budgets, matrix };
    if (options.json) kit.printJson(report);
    else {
      if (images.length > 0) kit.print(footprintText(images));
      if (matrix.length > 0) kit.print(standText(matrix));
      for (const result of budgets) kit.print(budgetText(result));
    }
    for (const { name, why } of failures) progress.note(terminalLine(`${name}: ${why}`));
    // Of the targets nobody asked for by name, one that cannot be built here is an answer.
    if (failures.length > 0 && names.length > 0) return EXIT.kit;
    return budgets.some(({ exceeded }) => exceeded) ? EXIT.hit : EXIT.done;
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted;
    throw error;
  } finally {
    progress.end();
    await handOver(kit.results, place.path).catch(() => {});
  }
}

function refuseImages(choices: readonly ImageChoice[]): void {
  const others = choices.filter(({ kind }) => kind === "image");
  if (others.length === 0) return;
  const next = "name TARGET/APP of targets.yaml: only of those is it known what has to answer";
  const found = others.map(({ name }) => name).join(", ");
  throw new InputError([{ file: "--matrix", line: null, column: null, expected: "subjects alone", found, next }]);
}

/** What is known of the programs of subjects, once their images have been read. */
function standSubjects(
  images: readonly Footprint[],
  loads: Gathered["loads"],
  { targets, apps }: TargetsFile,
): StandSubject[] {
  return images.flatMap((footprint) => {
    const load = loads.get(footprint.name);
    const [targetName = "", appName = ""] = footprint.name.split("/");
    const [target, app] = [targets[targetName], apps[appName]];
    if (!load || !target || !app || !footprint.program) return [];
    const { program } = footprint;
    const about = { target, app };
    return [
      { target: targetName, app: appName, about, footprint, load: { ...load, command: target.command, program } },
    ];
  });
}
