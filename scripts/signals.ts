import { EXIT } from "./cli.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs a job that is told of signals, so that it can remove what it started. A second signal ends the process at once. */
export async function interruptible<T>(job: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    process.stderr.write("\ninterrupted: removing what this run started\n");
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await job(controller.signal);
  } finally {
    for (const name of SIGNALS) process.removeListener(name, stop);
  }
}
