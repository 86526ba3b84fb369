import { EngineError } from "../model/engine.ts";
import { InputError, KitError } from "../model/errors.ts";
import type { TargetsFile } from "../model/target.ts";
import { builderOf } from "./bases.ts";
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

/**
 * Builds the subjects, pulls the images that the engine does not have, then reads them all, one after the other.
 *
 * An image that cannot be had is among the failures, and the others go on. Throws InputError for a platform or digest
 * that an image has not, KitError where nothing can be built or counted at all.
 */
export async function gatherImages(builder: Builder, asked: Asked, cache: SizeCache): Promise<Gathered> {
  const { choices, targets, base, platform } = asked;
  const { progress, engine } = builder;
  const gathered: Gathered = { images: [], loads: new Map(), failures: [] };
  const fail = (name: string, why: string) => void gathered.failures.push({ name, why });
  /** An image that the engine cannot give is told, and the others go on; an engine that is gone ends it all. */
  const orFailure = (name: string) => (error: Error) => {
    const isTold = error instanceof KitError || (error instanceof EngineError && error.status !== null);
    if (!isTold) throw error;
    fail(name, error.message);
    return null;
  };
  const subjects = choices.flatMap((choice) => (choice.kind === "subject" ? [{ id: choice.name, ...choice }] : []));
  const built = new Map((await buildEach(builder, subjects, targets.targets)).map((one) => [one.info.id, one.info]));
  const onto = base === null ? null : { name: base.whole, image: await haveImage(builder, base, undefined) };
  const ontoSize = onto === null ? null : await sizeOf(engine, onto.image, cache);
  for (const [at, choice] of choices.entries()) {
    builder.signal?.throwIfAborted();
    const next = choices.slice(at + 1).map(({ name }) => name);
    progress.step({ what: `count ${choice.name}`, next, done: at, total: choices.length, left: null });
    let question: Question;
    if (choice.kind === "subject") {
      const info = built.get(choice.name);
      const image = imageName(choice.target, choice.app);
      if (info?.status !== "built") {
        const [reason = "no reason"] = info?.failure?.lines ?? [];
        const known = info?.status === "unavailable" && (await engine.image(image)) !== null;
        if (!known) {
          fail(choice.name, `${info?.status}: ${reason}; the whole log: ${info?.failure?.log}`);
          continue;
        }
        progress.note(`${choice.name}: counted as it is on the engine, for it cannot be built now: ${reason}`);
      }
      const size = info ? await baseSize(builder, info.base, cache) : null;
      const target = targets.targets[choice.target];
      const command = target?.command;
      if (target) gathered.loads.set(choice.name, { image, base: builderOf(builder.bases, target).name });
      question = { image, name: choice.name, command, platform, base: info && { name: info.base.name, size } };
    } else {
      const image = await haveImage(builder, choice.image, platform).catch(orFailure(choice.name));
      if (image === null) continue;
      question = { image, name: choice.name, platform, base: onto ? { name: onto.name, size: ontoSize } : undefined };
    }
    const footprint = await readFootprint(engine, question, cache).catch(orFailure(choice.name));
    if (footprint === null) continue;
    if (choice.kind === "image") checkDigest(choice.image, question.image, footprint);
    gathered.images.push(footprint);
  }
  return gathered;
}

/** The name under which the engine has an image, after pulling it where it has none. */
async function haveImage(builder: Builder, name: ImageName, platform: string | undefined): Promise<string> {
  const { engine, progress, signal } = builder;
  if (await engine.image(name.whole)) return name.whole;
  // A digest may be that of the config, which engines find under no name.
  if (name.digest !== null && (await engine.image(name.tag))) return name.tag;
  progress.step({ what: `pull ${name.whole}`, next: [], done: 0, total: 1, left: null });
  await pullImage(name.whole, platform, signal);
  return name.whole;
}

/** A tag that has moved: found under its name, the image is another one than the digest says. */
function checkDigest({ whole, tag, digest }: ImageName, found: string, footprint: Footprint): void {
  if (digest === null || found === whole || footprint.digest === digest) return;
  const fault = { file: tag, line: null, column: null, expected: digest, found: footprint.digest };
  throw new InputError([{ ...fault, next: "the tag has moved, or was built again: name the digest you mean" }]);
}
