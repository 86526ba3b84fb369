import { join } from "node:path";
import { KitError } from "../model/errors.ts";
import type { NewRecord } from "../model/record.ts";
import type { Plan, SubjectInfo } from "../model/run.ts";
import type { TargetsFile } from "../model/target.ts";
import type { Base } from "./bases.ts";
import { reasonText } from "./build-failure.ts";
import { type Builder, twoAtATime } from "./builder.ts";
import { runBuild } from "./buildx.ts";
import { type ImageSize, sizeOf } from "./image-size.ts";
import { type Sizes, samplesOf } from "./samples.ts";
import { openSizeCache, type SizeCache } from "./size-cache.ts";
import { type BuiltSubject, buildSubject } from "./subject.ts";

export { buildFixture, buildHelpers, type Helpers } from "./helpers.ts";
export type { Builder };

/**
 * Builds every subject of a plan, two at a time, and then counts the images, so that counting slows no compiler down.
 *
 * A subject that cannot be built is among the results with its reason, and so is a size that cannot be counted; the others
 * go on.
 */
export async function buildSubjects(
  builder: Builder,
  plan: Pick<Plan, "subjects" | "arms" | "cells">,
  targets: TargetsFile,
): Promise<{ subjects: SubjectInfo[]; samples: NewRecord[] }> {
  const built = await buildEach(builder, plan.subjects, targets);
  return { subjects: built.map(({ info }) => info), samples: await countAll(builder, built, plan) };
}

/** Builds subjects, two at a time; results in their order. One that cannot be built is a result with its reason. */
export async function buildEach(
  builder: Builder,
  subjects: Plan["subjects"],
  { targets, apps }: TargetsFile,
): Promise<BuiltSubject[]> {
  if (subjects.length === 0) return [];
  const architecture = await engineArchitecture();
  const names = subjects.map(({ id }) => id);
  const total = names.length;
  let begun = 0;
  let done = 0;
  return twoAtATime(subjects, async (subject) => {
    const target = targets[subject.target];
    if (!target) throw new Error(`target ${subject.target} is not in targets.yaml`);
    begun++;
    builder.progress.step({ what: `build ${subject.id}`, next: names.slice(begun), done, total, left: null });
    const app = apps[subject.app];
    const ready = app?.routes[app.ready]?.path ?? "/";
    const one = await buildSubject(builder, { ...subject, ready }, target, architecture);
    done++;
    const { status, failure } = one.info;
    if (status !== "built") builder.progress.note(`${status}: ${subject.id}: ${reasonText(failure?.lines ?? [])}`);
    return one;
  });
}

async function countAll(
  builder: Builder,
  built: BuiltSubject[],
  plan: Pick<Plan, "arms" | "cells">,
): Promise<NewRecord[]> {
  const cache = await openSizeCache(join(builder.cache, "layers.json"));
  const bases = new Map<string, Promise<ImageSize | "scratch">>();
  const samples: NewRecord[] = [];
  for (const [at, one] of built.entries()) {
    builder.signal?.throwIfAborted();
    const { image, id, base } = one.info;
    const next = built.slice(at + 1).map(({ info }) => info.id);
    builder.progress.step({ what: `count ${id}`, next, done: at, total: built.length, left: null });
    const sizes: Sizes = { image: null, base: null, trouble: null };
    if (image) {
      try {
        sizes.image = await sizeOf(builder.engine, image, cache);
        if (!bases.has(base.name)) bases.set(base.name, baseSize(builder, base, cache));
        sizes.base = (await bases.get(base.name)) ?? null;
      } catch (error) {
        builder.signal?.throwIfAborted();
        sizes.trouble = (error as Error).message;
        builder.progress.note(`${id}: its sizes are missing in part: ${sizes.trouble}`);
      }
    }
    samples.push(...samplesOf(one, sizes, plan));
  }
  return samples;
}

/** Size of a base. A build pulls one without giving it a name; an image of the same layers is then made of it. */
export async function baseSize(builder: Builder, base: Base, cache: SizeCache): Promise<ImageSize | "scratch"> {
  if (base.source === "scratch") return "scratch";
  if (await builder.engine.image(base.name)) return sizeOf(builder.engine, base.name, cache);
  const image = `localhost/rematch/layers-of/${base.name.replaceAll(/[^a-z0-9]+/g, "-")}`;
  const recipe = { context: join(builder.root, "docker", "base"), dockerfile: { text: `FROM ${base.name}\n` } };
  const { ok, log } = await runBuild({ ...recipe, to: { image } }, builder.signal);
  if (!ok) throw new KitError(`the base ${base.name} cannot be read: ${log.trim().split("\n").at(-1)}`, "build again");
  return sizeOf(builder.engine, image, cache);
}

/** Architecture of the engine's machine in its own words, such as amd64. */
async function engineArchitecture(): Promise<string> {
  const { execa } = await import("execa");
  const asked = await execa("docker", ["version", "--format", "{{.Server.Arch}}"], { reject: false, timeout: 20_000 });
  if (!asked.failed) return asked.stdout.trim();
  throw new KitError(`no container engine answers (${asked.shortMessage})`, "run docker/up.sh to start one");
}
