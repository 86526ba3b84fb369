import type { Engine } from "../model/engine.ts";
import type { Progress } from "../model/progress.ts";
import type { Bases } from "./bases.ts";

/** What every build of a run is given. */
export interface Builder {
  /** The checkout: the context of subjects, and where the Dockerfiles lie. */
  root: string;
  bases: Bases;
  engine: Engine;
  /** Keeps a text under a name for good and returns its place, below `folder` where that is given. */
  saveLog(name: string, text: string): Promise<string>;
  folder?: string;
  progress: Progress;
  /** Ends whatever is being built. */
  signal?: AbortSignal;
  /** Folder for sizes known from earlier runs. */
  cache: string;
}

/** Builds at a time: more only wait for each other's CPU and disk. */
const AT_ONCE = 2;

/** Does the jobs, at most two at a time, and returns their results in order. The first that throws stops the others. */
export async function twoAtATime<T, R>(items: readonly T[], job: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < items.length; at = next++) {
      try {
        results[at] = await job(items[at] as T);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  const failed = workers.find((worker) => worker.status === "rejected");
  if (failed) throw failed.reason;
  return results;
}
