import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KitError } from "../model/errors.ts";
import type { Tool } from "../model/tool.ts";
import type { Base } from "./bases.ts";
import { readBuildFailure, reasonText } from "./build-failure.ts";
import type { Builder } from "./builder.ts";
import { type Build, type BuildEnd, runBuild } from "./buildx.ts";
import { pins } from "./versions.ts";

export const LOAD_IMAGE = "localhost/rematch/load";
export const PROBE_IMAGE = "localhost/rematch/probe";
export const FIXTURE_IMAGE = "localhost/rematch/fixture";

/** What stands beside the subjects in every sandbox. */
export interface Helpers {
  /** Image with launcher, probe and load tools. */
  image: string;
  /** Tool → version, of those that are in the image: wrk and strace, and those asked for unless they could not be built. */
  tools: Record<string, string>;
  /** Why a tool that was asked for is lacking; null where none is. */
  lacking: string | null;
  architecture: string;
}

/** Every tool's own word on its version, read in an image of its own that leaves nothing behind but build cache. */
const versionsOf = (load: string) => `FROM ${load} AS load
RUN mkdir /versions; cd /versions; \\
    if command -v oha; then oha --version > oha 2>&1; fi; \\
    if command -v bombardier; then bombardier --version > bombardier 2>&1; fi; \\
    wrk -v > wrk 2>&1; strace -V > strace 2>&1; true
FROM scratch
COPY --from=load /versions /
`;

/**
 * Builds the load tools and, on them, the helper image. oha and, where it is asked for, bombardier are compiled; where one
 * cannot be, the image goes without it, and the reason is returned and noted. Throws KitError where even wrk and strace
 * cannot be had: nothing can be measured then.
 *
 * @param wanted the load tools that will be used; wrk is always there
 */
export async function buildHelpers(
  builder: Builder,
  wanted: readonly Tool[] = ["oha"],
  names = { load: LOAD_IMAGE, probe: PROBE_IMAGE },
): Promise<Helpers> {
  const { progress, root } = builder;
  const context = join(root, "docker", "load");
  const base = builder.bases.bookworm.name;
  const load = {
    ...{ context, dockerfile: join(context, "Dockerfile"), to: { image: names.load } },
    ...{ args: { BASE: base, OHA_VERSION: pins().OHA ?? "", BOMBARDIER_VERSION: pins().BOMBARDIER ?? "" } },
  };
  const stages = [
    ...(wanted.includes("bombardier") ? ["load-bombardier"] : []),
    ...(wanted.some((tool) => tool !== "wrk") ? ["load"] : []),
    "load-wrk",
  ];
  progress.step({ what: "build load tools", next: ["probe"], done: 0, total: 2, left: null });
  let lacking: string | null = null;
  for (const stage of stages) {
    const tried = await attempt(builder, stage, { ...load, stage });
    if (tried.end.ok) break;
    // What cannot be had for one stage cannot be had for the others.
    if (isBaseMissing(tried.end) || stage === stages.at(-1)) throw unbuilt(builder, stage, tried);
    lacking = reasonOf(tried.end);
    progress.note(`not all load tools could be built, the next image goes without: ${lacking}`);
  }
  progress.step({ what: "build probe", next: [], done: 1, total: 2, left: null });
  const probe = join(root, "docker", "probe");
  const [tools] = await Promise.all([
    readVersions(builder, context, names.load),
    must(builder, "probe", {
      ...{ context: probe, dockerfile: join(probe, "Dockerfile"), stage: "probe", to: { image: names.probe } },
      args: { BASE: base, LOAD: names.load },
    }),
  ]);
  const found = await builder.engine.image(names.probe);
  return { image: names.probe, tools, lacking, architecture: found?.architecture ?? "unknown" };
}

/** Builds the server of known truth that calibration measures as its subject, and returns its image. */
export async function buildFixture(builder: Builder, image = FIXTURE_IMAGE): Promise<string> {
  const context = join(builder.root, "docker", "probe");
  await must(builder, "fixture", {
    ...{ context, dockerfile: join(context, "Dockerfile"), stage: "fixture", to: { image } },
    args: { BASE: builder.bases.bookworm.name },
  });
  return image;
}

interface Attempt {
  end: BuildEnd;
  log: string;
}

async function attempt(builder: Builder, name: string, build: Build): Promise<Attempt> {
  const end = await runBuild(build, builder.signal);
  return { end, log: join(builder.folder ?? "", await builder.saveLog(`build ${name}`, end.log)) };
}

async function must(builder: Builder, name: string, build: Build): Promise<void> {
  const made = await attempt(builder, name, build);
  if (!made.end.ok) throw unbuilt(builder, name, made);
}

function unbuilt({ bases }: Builder, name: string, { end, log }: Attempt): KitError {
  const next = isBaseMissing(end) ? `${withBase(bases.bookworm)}; the log: ${log}` : `see the log: ${log}`;
  return new KitError(`the helper image ${name} could not be built: ${reasonOf(end)}`, next);
}

const isBaseMissing = (end: BuildEnd): boolean =>
  end.givenUp === null
    ? readBuildFailure(end.log, "the build").tool === "registry"
    : /registry|^pulling/.test(end.givenUp);

/** What helps where a base image cannot be had. */
export const withBase = ({ name, source }: Base): string =>
  source === "user"
    ? `run: docker pull ${name}, or unset REMATCH_BASE_BOOKWORM and run docker/up.sh`
    : "run docker/up.sh, which builds a base from Debian packages where no registry answers";

const reasonOf = (end: BuildEnd): string => end.givenUp ?? reasonText(readBuildFailure(end.log, "the build").lines);

async function readVersions(builder: Builder, context: string, load: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "rematch-tools-"));
  try {
    await must(builder, "tool versions", {
      context,
      dockerfile: { text: versionsOf(load) },
      to: { folder },
      offline: true,
    });
    const tools = (await readdir(folder)).sort();
    const texts = await Promise.all(tools.map((tool) => readFile(join(folder, tool), "utf8")));
    return versionsIn(Object.fromEntries(tools.map((tool, at) => [tool, texts[at] ?? ""])));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `oha 1.16.0`, `wrk debian/4.1.0-3+b2 [epoll] …` or `strace -- version 6.1`: the number in a tool's first line. */
export function versionIn(text: string): string {
  const first = text.split("\n", 1)[0] ?? "";
  return first.match(/\b\d+\.\d+(?:[.\w+~-]*\w)?/)?.[0] ?? (first.trim() || "unknown");
}

/** The version in what each tool says of itself; null stays null. */
export const versionsIn = <T extends string | null>(texts: Record<string, T>): Record<string, string | T> =>
  Object.fromEntries(Object.entries(texts).map(([tool, text]) => [tool, text === null ? text : versionIn(text)]));
