import type { SubjectInfo } from "./run.ts";

export type Facts = Record<string, boolean | string | number>;

/**
 * The checkable facts of a subject, by the names artefact claims use.
 *
 * What the `facts` stage of the subject's Dockerfile exported keeps its names, nested ones joined by dots and lists by
 * commas (`binary.libraries`). Derived from that or from the build:
 * - `compiles`: the image was built;
 * - `failure.codes`: the compiler's error codes in the decisive lines of a failed build, sorted;
 * - `binary.dynamic`: the executable asks for a dynamic loader;
 * - `emitted.usesFmod`: the emitted C calls fmod at least once.
 * A subject that is unavailable has no facts at all, so that nothing is claimed about it.
 */
export function factsOf(subject: Pick<SubjectInfo, "status" | "failure">, exported: unknown): Facts {
  if (subject.status === "unavailable") return {};
  if (subject.status === "build-failed") return { compiles: false, ...codesOf(subject.failure?.lines ?? []) };
  const facts: Facts = { compiles: true, ...flat(exported, "") };
  if ("binary.interpreter" in facts) facts["binary.dynamic"] = facts["binary.interpreter"] !== "";
  if (typeof facts["emitted.cFmod"] === "number") facts["emitted.usesFmod"] = facts["emitted.cFmod"] > 0;
  return facts;
}

function codesOf(lines: readonly string[]): Facts {
  const codes = lines.flatMap((line) => line.match(/\b(?:SC|TS)\d{4}\b/g) ?? []);
  return codes.length === 0 ? {} : { "failure.codes": [...new Set(codes)].sort().join(", ") };
}

function flat(value: unknown, name: string): Facts {
  if (Array.isArray(value)) return { [name]: value.join(", ") };
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value).map(([key, inner]) => flat(inner, name === "" ? key : `${name}.${key}`));
    return Object.assign({}, ...parts);
  }
  const isFact = typeof value === "boolean" || typeof value === "string" || typeof value === "number";
  return isFact ? { [name]: value } : {};
}
