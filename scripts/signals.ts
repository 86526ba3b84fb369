import { EXIT } from "./cli.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** One Ctrl-C may come twice: from the terminal, and handed on by the program that started this one, as npm does. */
const SAME_PRESS_MS = 1000;

/**
 * Runs a job that is told of signals, so that it can remove what it started. A second signal, later than an echo of the
 * first would come, ends the process at once.
 */
export async function interruptible<T>(job: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let since = 0;
  const stop = () => {
    if (!controller.signal.aborted) {
      since = performance.now();
      controller.abort();
      process.stderr.write("\ninterrupted: removing what this run started\n");
    } else if (performance.now() - since > SAME_PRESS_MS) {
      process.stderr.write("stopped at once; what is left is removed by: bench clean\n");
      process.exit(EXIT.interrupted);
    }
  };
  for (const name of SIGNALS) process.on(name, stop);
  try {
    return await job(controller.signal);
  } finally {
    for (const name of SIGNALS) process.removeListener(name, stop);
  }
}
