/** The process that measures: where it may run, on which kernel it is, and which kit it is. */
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { KitError } from "../model/errors.ts";
import type { Progress } from "../model/progress.ts";
import type { Run } from "../model/run.ts";

/** Keeps the runner off the subject's CPU. Not possible everywhere, and then said. */
export async function stayOn(cpus: string, progress: Progress): Promise<void> {
  const { execa } = await import("execa");
  const { failed, message } = await execa("taskset", ["-a", "-c", "-p", cpus, String(process.pid)], { reject: false });
  if (failed) progress.note(`the runner could not be kept on CPUs ${cpus}: ${message}`);
}

/** Identity of the running kernel, as the runner sees it; null where it shows none. */
export function bootId(): string | null {
  const file = "/proc/sys/kernel/random/boot_id";
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/** Version and commit of the kit in this checkout. */
export async function kitIdentity(root: string): Promise<Run["kit"]> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const { execa } = await import("execa");
  const git = await execa("git", ["-C", root, "describe", "--always", "--dirty", "--abbrev=40"], { reject: false });
  return { version, commit: git.failed ? null : git.stdout };
}

/** What is said where others removed the container that holds the engine. */
export const holdLost = (run: string, next: string) =>
  new KitError(
    `run ${run} lost its hold on the engine: its container rematch-anchor was stopped or removed while it measured`,
    `leave the containers of a run alone; ${next}`,
  );
