import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Calibration, calibrationSchema, type Observation } from "../model/calibration.ts";
import { InputError, type InputFault } from "../model/errors.ts";
import { fileTrouble } from "../model/file-trouble.ts";
import { attempt } from "./attempt.ts";
import { shapeFaults, syntaxFault } from "./fault.ts";
import { handOver } from "./ownership.ts";
import { writeWhole } from "./whole-file.ts";

/** Where what is known of one machine lies, beside the runs: `results/.hosts/KEY/`. */
export interface MachineDirectory {
  results: string;
  path: string;
  calibrationFile: string;
  observationsFile: string;
}

/** Names the parts of a machine's directory; touches nothing. */
export function machineDirectory(results: string, key: string): MachineDirectory {
  const path = resolve(results, ".hosts", key);
  return {
    results,
    path,
    calibrationFile: join(path, "calibration.json"),
    observationsFile: join(path, "observations.jsonl"),
  };
}

/** Keeps a calibration in the place of an earlier one, with the observations it rests on. */
export async function saveCalibration(
  directory: MachineDirectory,
  calibration: Calibration,
  observations: readonly Observation[],
): Promise<void> {
  await attempt("create the folder", directory.path, () => mkdir(directory.path, { recursive: true }));
  const lines = observations.map((observation) => `${JSON.stringify(observation)}\n`);
  await writeWhole(directory.observationsFile, lines.join(""));
  await writeWhole(directory.calibrationFile, `${JSON.stringify(calibration, null, 2)}\n`);
  await handOver(directory.results, resolve(directory.results, ".hosts"));
}

/**
 * The last calibration of a machine; null where there is none.
 *
 * @throws InputError with file:line:column for a file that is no calibration
 */
export async function readCalibration({ calibrationFile: file }: MachineDirectory): Promise<Calibration | null> {
  const text = await readIfThere(file);
  if (text === null) return null;
  const source = { file, text };
  const refuse = (faults: InputFault[]) => new InputError(faults.map((fault) => ({ ...fault, next: NEXT })));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse([syntaxFault(source, error)]);
  }
  const parsed = calibrationSchema.safeParse(value);
  if (!parsed.success) throw refuse(shapeFaults(source, value, parsed.error));
  return parsed.data;
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw fileTrouble(error, { doing: "read", path }) ?? error;
  }
}

const NEXT = "calibrate again with bench calibrate, or remove the file";
