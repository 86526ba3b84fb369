import type { SubjectInfo } from "../model/run.ts";
import type { Target } from "../model/target.ts";
import { pins } from "./versions.ts";

export type Base = SubjectInfo["base"];

/** What images stand on in this run, by Debian suite. */
export interface Bases {
  bookworm: Base;
  trixie: Base;
  /** Build argument NODE_SOURCE: the official Node image, or its binary from the package registry on the base. */
  nodeSource: "registry" | "npm";
}

type Names = Readonly<Record<string, string | undefined>>;

/**
 * The base of every suite: REMATCH_BASE_BOOKWORM or REMATCH_BASE_TRIXIE where set (by the user or docker/up.sh), else
 * the official image.
 *
 * A base that is not official holds for Node too, so its binary is then put on that base, whatever REMATCH_NODE_SOURCE
 * says.
 */
export function resolveBases(env: Names, versions: Names = pins()): Bases {
  const bookworm = baseOfSuite("bookworm", env, versions);
  const trixie = baseOfSuite("trixie", env, versions);
  const fromRegistry = bookworm.source === "registry" && env.REMATCH_NODE_SOURCE !== "npm";
  return { bookworm, trixie, nodeSource: fromRegistry ? "registry" : "npm" };
}

function baseOfSuite(suite: "bookworm" | "trixie", env: Names, versions: Names): Base {
  const pinned = versions.BASE_IMAGE ?? "debian:bookworm-slim";
  const official = pinned.replace(versions.BASE_SUITE ?? "bookworm", suite);
  const name = env[`REMATCH_BASE_${suite.toUpperCase()}`] || official;
  const local = `${versions.LOCAL_BASE ?? "localhost/rematch/base"}/`;
  return { name, source: name === official ? "registry" : name.startsWith(local) ? "local" : "user" };
}

/** What a target's image stands on; `scratch` for one that stands on nothing. */
export function baseOf(bases: Bases, target: Pick<Target, "base">): Base {
  return target.base === "scratch" ? { name: "scratch", source: "scratch" } : bases[target.base];
}

/** The image a target is built on: one from scratch is still compiled on a suite. */
export function builderOf(bases: Bases, target: Pick<Target, "base">): Base {
  return bases[target.base === "scratch" ? "bookworm" : target.base];
}
