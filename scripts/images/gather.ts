import { EngineError } from "../model/engine.ts";
import { InputError, KitError } from "../model/errors.ts";
import type { SubjectInfo } from "../model/run.ts";
import type { TargetsFile } from "../model/target.ts";
import { terminalLine } from "../model/terminal-text.ts";
import { builderOf } from "./bases.ts";
import { reasonText } from "./build-failure.ts";
import type { Builder } from "./builder.ts";
import { type Question, readFootprint } from "./footprint.ts";
import type { Footprint } from "./footprint-schema.ts";
import type { ImageChoice } from "./image-choice.ts";
import type { ImageName } from "./image-name.ts";
import { sizeOf } from "./image-size.ts";
import { baseSize, buildEach } from "./images.ts";
import { pullImage } from "./pull.ts";
import type { SizeCache } from "./size-cache.ts";
import type { Load } from "./stand.ts";
import { imageName } from "./subject.ts";

/** Images as they were found, and those that could not be had, with the reason. */
export interface Gathered {
  images: Footprint[];
  /** Of subjects, by name: the image, and the one they are built on. */
  loads: Map<string, Pick<Load, "image" | "base">>;
  failures: { name: string; why: string }[];
}

interface Asked {
  choices: readonly ImageChoice[];
  targets: TargetsFile;
  /** What images that are no subjects stand on; null where the user did not say. */
  base: ImageName | null;
  platform: string | undefined;
}

type SubjectChoice = Extract<ImageChoice, { kind: "subject" }>;

/**
 * Builds the subjects, pulls the images that the engine does not have, then reads them all, one after the other.
 *
 * An image that cannot be had is among the failures, and the others go on. Throws InputError for a platform or digest
 * that an image has not, KitError where nothing can be built or counted at all, or the base not be had.
 */
export async function gatherImages(builder: Builder, asked: Asked, cache: SizeCache): Promise<Gathered> {
  const { choices, targets, base, platform } = asked;
  const { progress, engine } = builder;
  const gathered: Gathered = { images: [], loads: new Map(), failures: [] };
  const subjects = choices.filter((choice) => choice.kind === "subject");
  const infos = new Map<string, SubjectInfo>();
  const plan = subjects.map(({ name: id, target, app }) => ({ id, target, app }));
  for (const { info } of await buildEach(builder, plan, targets)) infos.set(info.id, info);
  const onto = base && { name: base.whole, size: await sizeOf(engine, await haveImage(builder, base), cache) };

  const questionOf = async (choice: ImageChoice): Promise<Question> => {
    if (choice.kind === "image") {
      const image = await haveImage(builder, choice.image, platform);
      return { image, name: choice.name, platform, base: onto ?? undefined };
    }
    const info = infos.get(choice.name) as SubjectInfo;
    const image = await subjectImage(builder, choice, info);
    const own = await baseOfSubject(builder, info, cache);
    const target = targets.targets[choice.target];
    if (target) gathered.loads.set(choice.name, { image, base: builderOf(builder.bases, target).name });
    return { image, name: choice.name, command: target?.command, platform, base: own };
  };
  for (const [at, choice] of choices.entries()) {
    builder.signal?.throwIfAborted();
    const next = choices.slice(at + 1).map(({ name }) => name);
    progress.step({ what: `count ${choice.name}`, next, done: at, total: choices.length, left: null });
    try {
      const question = await questionOf(choice);
      const footprint = await readFootprint(engine, question, cache);
      if (choice.kind === "image") checkDigest(choice.image, question.image, footprint);
      gathered.images.push(footprint);
    } catch (error) {
      // An engine that is gone ends it all; one that cannot give this image does not.
      const isOfImage = error instanceof KitError || (error instanceof EngineError && error.status !== null);
      if (!isOfImage) throw error;
      gathered.failures.push({ name: choice.name, why: error.message });
    }
  }
  return gathered;
}

/** What a subject stands on; undefined, and told, where that cannot be counted: its own size can be all the same. */
async function baseOfSubject(builder: Builder, { id, base }: SubjectInfo, cache: SizeCache): Promise<Question["base"]> {
  try {
    return { name: base.name, size: await baseSize(builder, base, cache) };
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    builder.progress.note(terminalLine(`${id}: what is over its base is not known: ${error.message}`));
    return undefined;
  }
}

/** The image of a subject that was built just now, or one from before where it could not be tried again. */
async function subjectImage(
  builder: Builder,
  { name, target, app }: SubjectChoice,
  info: SubjectInfo,
): Promise<string> {
  const image = imageName(target, app);
  if (info.status === "built") return image;
  const reason = terminalLine(reasonText(info.failure?.lines ?? []));
  if (info.status === "build-failed" || !(await builder.engine.image(image)))
    throw new KitError(`${info.status}: ${reason}`, `the whole log: ${info.failure?.log}`);
  builder.progress.note(`${name}: counted as it is on the engine, for it cannot be built now: ${reason}`);
  return image;
}

/** The name under which the engine has an image, after pulling it where it has none. */
async function haveImage({ engine, progress, signal }: Builder, name: ImageName, platform?: string): Promise<string> {
  if (await engine.image(name.whole)) return name.whole;
  // A digest may be that of the config, by which engines find nothing under a name.
  if (name.digest !== null && (await engine.image(name.tag))) return name.tag;
  progress.step({ what: `pull ${name.whole}`, next: [], done: 0, total: 1, left: null });
  await pullImage(name.whole, platform, signal);
  return name.whole;
}

/** A tag that has moved: found under its name, the image is another one than the digest says. */
function checkDigest({ tag, digest }: ImageName, found: string, footprint: Footprint): void {
  if (digest === null || found !== tag || footprint.digest === digest) return;
  const fault = { file: tag, line: null, column: null, expected: digest, found: footprint.digest };
  throw new InputError([{ ...fault, next: "the tag has moved, or was built again: name the digest you mean" }]);
}
