import { z } from "zod";
import type { Footprint, Program } from "./footprint-schema.ts";

/** What a program can be put on: Debian's slim image, the least of it that runs C++ programs, or nothing. */
export const STANDS = ["slim", "distroless-like", "scratch and libraries", "scratch"] as const;
export type Stand = (typeof STANDS)[number];

/**
 * The packages of a base without shell and package manager, as distroless images are made of, without their certificates
 * and OpenSSL: what a program linked to the C and C++ libraries needs.
 */
export const DISTROLESS_PACKAGES = ["base-files", "tzdata", "libc6", "libgcc-s1", "libstdc++6"];

/** One program on one base: an image that was built and, where it has what it needs, started. */
export const standResultSchema = z.strictObject({
  subject: z.string(),
  on: z.enum(STANDS),
  /** The program and its app's files: the same on every base. Null where not even they could be put into an image. */
  ownBytes: z.number().int().nonnegative().nullable(),
  /** Of the whole image. Null where the program does not start: no size of an image that does not work. */
  unpackedBytes: z.number().int().nonnegative().nullable(),
  compressedBytes: z.number().int().nonnegative().nullable(),
  starts: z.boolean(),
  /** Why not; null where it starts. */
  because: z.string().nullable(),
});
export type StandResult = z.infer<typeof standResultSchema>;

/** What is put on a base. */
export interface Load {
  /** Image of the subject, and of the base it was built on. */
  image: string;
  base: string;
  /** What is started, and where that is found in the image. */
  command: readonly string[];
  program: Program;
}

/** Where every app's own files lie, in every target. */
const APP = "/app/";

/** The Dockerfile that puts a subject's program on a base: its executable, its app's files, and no more of its image. */
export function standFile(stand: Stand, { image, base, command, program }: Load): string {
  const [executable = program.path] = command;
  const own = [
    copy("subject", APP, APP),
    ...(executable.startsWith(APP) ? [] : [copy("subject", program.path, executable)]),
  ];
  const libraries = program.libraries.map(({ name, path }) => copy("subject", path, placeOf(name, path)));
  return [
    `FROM ${image} AS subject`,
    ...(stand === "distroless-like" ? [`FROM ${base} AS slim`, packagesAlone()] : []),
    `FROM ${stand === "slim" ? base : "scratch"}`,
    ...(stand === "distroless-like" ? [copy("slim", "/alone/", "/")] : []),
    ...own,
    ...(stand === "scratch and libraries" ? libraries : []),
    "",
  ].join("\n");
}

const copy = (from: string, source: string, target: string): string =>
  `COPY --from=${from} ${JSON.stringify([source, target])}`;

/** Where a loader without a cache looks for a library: in the folder it was found in, under the name it is asked by. */
const placeOf = (name: string, path: string): string =>
  name.includes("/") ? name : `${path.slice(0, path.lastIndexOf("/"))}/${name}`;

// Folders are left to tar to make: the packages name some that are links in a merged /usr.
function packagesAlone(): string {
  const files = 'while read -r path; do if [ -e "$path" ] && [ ! -d "$path" ]; then echo "$path"; fi; done';
  return `RUN mkdir /alone && dpkg -L ${DISTROLESS_PACKAGES.join(" ")} | sort -u | ${files} | tar -c -T - | tar -x -C /alone`;
}

/** Why an image cannot run its program, as far as its files tell; null where nothing is lacking. */
export function lackOf({ program }: Pick<Footprint, "program">): string | null {
  if (program === null) return "its executable is not in it";
  return program.missing.length === 0 ? null : `lacks ${program.missing.join(", ")}`;
}
