import { InputError } from "../model/errors.ts";
import { type Run, runSchema } from "../model/run.ts";
import { runFaults } from "./coherence.ts";
import { shapeFaults, syntaxFault } from "./fault.ts";
import { readOrFault } from "./reader.ts";
import { writeWhole } from "./whole-file.ts";

/** Writes run.json as a whole: whoever reads during a run sees the old state or the new one. */
export async function writeRun(path: string, run: Run): Promise<void> {
  await writeWhole(path, `${JSON.stringify(run, null, 2)}\n`);
}

/**
 * Reads run.json.
 *
 * @throws InputError with file:line:column when it is missing, no JSON, of another shape, or its parts do not fit
 */
export async function readRun(path: string): Promise<Run> {
  const text = await readOrFault(path, "a run");
  const source = { file: path, text };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError([syntaxFault(source, error)]);
  }
  const parsed = runSchema.safeParse(value);
  const faults = parsed.success ? runFaults(source, parsed.data) : shapeFaults(source, value, parsed.error);
  if (faults.length > 0 || !parsed.success) throw new InputError(faults);
  return parsed.data;
}
