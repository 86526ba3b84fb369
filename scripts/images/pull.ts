import { KitError } from "../model/errors.ts";
import { causeOf } from "./build-failure.ts";

/** A registry that is there names the image within seconds; how long its layers take depends on the line. */
const ANSWER_MS = 30_000;
const WHOLE_MS = 30 * 60_000;
const ANSWERED = /: Pulling from /;

/**
 * Gets an image from its registry, with the logins that `docker` knows.
 *
 * Throws KitError with the reason where it cannot be had, the signal's reason when aborted.
 */
export async function pullImage(name: string, platform: string | undefined, signal?: AbortSignal): Promise<void> {
  const given = new AbortController();
  const { execa } = await import("execa");
  const child = execa("docker", ["pull", ...(platform ? ["--platform", platform] : []), name], {
    ...{ all: true, reject: false, stdin: "ignore", timeout: WHOLE_MS },
    cancelSignal: signal ? AbortSignal.any([signal, given.signal]) : given.signal,
  });
  const clock = setTimeout(() => given.abort(), ANSWER_MS);
  child.all?.on("data", (text: Buffer) => {
    if (ANSWERED.test(String(text))) clearTimeout(clock);
  });
  const { failed, all = "", code, timedOut } = await child;
  clearTimeout(clock);
  signal?.throwIfAborted();
  if (!failed) return;
  if (code === "ENOENT") throw new KitError("the docker command was not found", "run docker/up.sh to install it");
  const why = given.signal.aborted
    ? `the registry did not answer in ${ANSWER_MS / 1000} s`
    : timedOut
      ? `it did not come within ${WHOLE_MS / 60_000} minutes`
      : causeOf(all.trim().split("\n").at(-1) ?? "");
  throw new KitError(`the engine has no image ${name}, and it cannot be pulled: ${why}`, "check its name, or build it");
}
