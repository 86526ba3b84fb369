import { z } from "zod";
import { type CompatCase, compatCasesSchema } from "../model/compat-case.ts";
import { FaultList } from "./fault-list.ts";
import { readText } from "./file.ts";
import { schemaFaults } from "./schema-faults.ts";
import { parseSource } from "./source.ts";

/**
 * Reads a file of cases. Throws an InputError with every fault of the file, each with line and column.
 *
 * @param taken names of cases that there are already, with the file they stand in
 */
export async function loadCases(file: string, taken: ReadonlyMap<string, string> = new Map()): Promise<CompatCase[]> {
  return parseCases(await readText(file), file, taken);
}

/** The pure part of loadCases: text to cases. `file` is what messages call it. */
export function parseCases(text: string, file: string, taken: ReadonlyMap<string, string> = new Map()): CompatCase[] {
  const source = parseSource(text, file);
  const faults = new FaultList(source);
  faults.add(source.faults);
  const parsed = compatCasesSchema.safeParse(source.data);
  if (!parsed.success) faults.add(schemaFaults(source, compatCasesSchema, parsed.error.issues));
  const cases = parsed.data?.cases ?? [];
  const seen = new Map(taken);
  cases.forEach((one, index) => {
    const other = seen.get(one.name);
    if (other !== undefined) {
      const found = `"${one.name}", which is in ${other} already`;
      faults.value(["cases", index, "name"], "a name of its own", found, "rename it");
    }
    seen.set(one.name, file);
    checkSteps(one, index, faults);
  });
  faults.throwIfAny();
  return cases;
}

/** More answers than requests never come, and fewer than before are there already. */
function checkSteps({ answers, steps }: CompatCase, index: number, faults: FaultList): void {
  steps.forEach(({ until }, step) => {
    if (typeof until !== "number" || until <= answers.length) return;
    const expected = `at most ${answers.length}, the number of methods in "answers"`;
    faults.value(["cases", index, "steps", step, "until"], expected, String(until), "correct one of the two");
  });
}

/** The JSON Schema of files of cases, for completion and checks in editors. Checked in as schemas/cases.schema.json. */
export const casesJsonSchema = () => ({
  ...z.toJSONSchema(compatCasesSchema, { io: "input" }),
  title: "Rematch cases of HTTP compatibility",
});
