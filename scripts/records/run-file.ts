import { InputError } from "../model/errors.ts";
import { type Run, runSchema } from "../model/run.ts";
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
 * @throws InputError with file:line:column when it is missing, no JSON, or of another shape
 */
export async function readRun(path: string): Promise<Run> {
  const text = await readOrFault(path, "a run");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError([syntaxFault(path, text, error)]);
  }
  const parsed = runSchema.safeParse(value);
  if (!parsed.success) throw new InputError(shapeFaults(path, text, parsed.error));
  return parsed.data;
}
