import { EXIT } from "./cli.ts";

/** A terminal that was closed, and a pipe whose reader has ended. */
const READER_GONE = ["EIO", "EPIPE"];

/**
 * Keeps the process alive when nobody can read its output any more: a run must remove its containers and keep its records
 * all the same. Output that cannot be written for another reason, such as a full disk, makes the exit code 3.
 */
export function outliveReaders(): void {
  for (const [name, stream] of [["stdout", process.stdout] as const, ["stderr", process.stderr] as const]) {
    let told = false;
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (told || READER_GONE.includes(error.code ?? "")) return;
      told = true;
      process.once("exit", () => {
        process.exitCode = EXIT.kit;
      });
      if (stream !== process.stderr) process.stderr.write(`${name} could not be written: ${error.message}\n`);
    });
  }
}
