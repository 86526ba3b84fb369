import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { subjectId } from "../model/cell.ts";
import { type Facts, factsOf } from "../model/facts.ts";
import type { SubjectInfo } from "../model/run.ts";
import type { Target } from "../model/target.ts";
import { readAppSource } from "./app-source.ts";
import { baseOf, builderOf } from "./bases.ts";
import { type BuildFailure, readBuildFailure } from "./build-failure.ts";
import type { Builder } from "./builder.ts";
import { type Build, type BuildEnd, runBuild } from "./buildx.ts";
import { lockOf } from "./lock.ts";
import { sourceChoice } from "./source-choice.ts";

/** A subject as it was built, or why it was not, with the facts that were read from the build. */
export interface BuiltSubject {
  info: SubjectInfo;
  facts: Facts;
}

/** What a Dockerfile's stage `facts` tells, as far as it is used by name. */
interface Exported {
  build?: { seconds?: number };
  toolchain?: Record<string, string>;
}

/** Name of the image of a target with an app: ours alone, and never on a registry. */
export const imageName = (target: string, app: string): string => `localhost/rematch/${target}/${app}`;

/**
 * Builds the image of a target with an app, then reads the build's facts.
 *
 * A failure is a result and never thrown: `build-failed` where the compiler rejected the program, `unavailable` where
 * base, packages, compiler or files could not be had. Throws KitError only where nothing at all can be built.
 *
 * @param subject `ready` is the path that the app has to answer, for the facts that are read from starting it
 * @param architecture of the engine's machine, in the engine's words (amd64); an image for another one is refused
 */
export async function buildSubject(
  builder: Builder,
  subject: { target: string; app: string; ready?: string },
  target: Target,
  architecture: string,
): Promise<BuiltSubject> {
  const { target: targetId, app, ready = "/" } = subject;
  const id = subjectId(targetId, app);
  const image = imageName(targetId, app);
  const rest = { id, target: targetId, app, base: baseOf(builder.bases, target) };
  const absent = { ...rest, image: null, digest: null, build: null };
  const source = await readAppSource(join(builder.root, "apps", app));
  const missing =
    source === null ? `apps/${app}` : existsSync(join(builder.root, target.dockerfile)) ? null : target.dockerfile;
  const unavailable = (reason: string): BuiltSubject => {
    const failure = { tool: "docker", exitCode: null, lines: [reason], log: "" };
    return { info: { ...absent, status: "unavailable", failure }, facts: {} };
  };
  if (source === null || missing !== null) return unavailable(`${missing} is missing`);
  const lock = await lockOf(builder.root, app, target.dependencies);
  if (lock !== "none" && "reason" in lock) return unavailable(lock.reason);

  const from = sourceChoice(target.runtime, process.env);
  const args = {
    ...{ BASE: builderOf(builder.bases, target).name, NODE_SOURCE: builder.bases.nodeSource },
    ...(lock === "none" ? {} : { DEPENDENCIES: "locked", LOCK: lock.folder }),
    ...{ TARGET: targetId, APP: app, COMMAND: target.command.join(" "), READY: ready, ...target.args },
    ...from.args,
  };
  const recipe = {
    ...{ context: builder.root, dockerfile: join(builder.root, target.dockerfile), args },
    ...{ contexts: from.contexts, minutes: target.buildMinutes },
  };
  const end = await runBuild({ ...recipe, stage: target.stage, to: { image } }, builder.signal);
  const failed = end.ok ? await foreign(builder, image, architecture) : failureOf(end, target.runtime);
  if (failed) {
    const log = await builder.saveLog(`build ${id}`, end.log);
    const { status, ...failure } = failed;
    const info: SubjectInfo = { ...absent, status, failure: { ...failure, log } };
    return { info, facts: status === "unavailable" ? {} : { ...source, ...factsOf(info, null) } };
  }

  const facts = await exportFacts(builder, recipe);
  await builder.saveLog(`build ${id}`, `${end.log}\n${facts.log}`);
  if (facts.exported === null) builder.progress.note(`${id}: built, but its facts could not be read`);
  const exported = (facts.exported ?? {}) as Exported;
  const info: SubjectInfo = {
    ...{ ...rest, status: "built", image, digest: (await builder.engine.image(image))?.id ?? null },
    ...{ build: { seconds: exported.build?.seconds ?? 0, toolchain: exported.toolchain ?? {} }, failure: null },
  };
  return { info, facts: { ...source, ...factsOf(info, exported) } };
}

const failureOf = (end: BuildEnd, compiler: string): BuildFailure =>
  end.givenUp === null
    ? readBuildFailure(end.log, compiler)
    : { status: "unavailable", tool: "docker", exitCode: null, lines: [end.givenUp] };

/** Runs through emulation or not at all, and what it would measure is the emulation. */
async function foreign(builder: Builder, image: string, architecture: string): Promise<BuildFailure | null> {
  const found = (await builder.engine.image(image))?.architecture ?? "unknown";
  if (found === architecture) return null;
  const reason = `the image is for ${found}, this machine is ${architecture}: emulation is not measured`;
  return { status: "unavailable", tool: "docker", exitCode: null, lines: [reason] };
}

async function exportFacts(
  builder: Builder,
  recipe: Pick<Build, "context" | "dockerfile" | "args" | "contexts" | "minutes">,
): Promise<{ exported: unknown; log: string }> {
  const folder = await mkdtemp(join(tmpdir(), "rematch-facts-"));
  try {
    const end = await runBuild({ ...recipe, stage: "facts", to: { folder } }, builder.signal);
    const log = end.log.replaceAll(folder, "DIR");
    if (!end.ok) return { exported: null, log };
    return { exported: JSON.parse(await readFile(join(folder, "facts.json"), "utf8")), log };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
