import { type Contract, covers, type TargetsFile, targetsFileSchema } from "../model/target.ts";
import { FaultList } from "./fault-list.ts";
import { readText } from "./file.ts";
import { schemaFaults } from "./schema-faults.ts";
import { type Path, parseSource } from "./source.ts";

/** Reads targets.yaml. Throws an InputError with every fault of the file, each with line and column. */
export async function loadTargets(file: string): Promise<TargetsFile> {
  return parseTargets(await readText(file), file);
}

/** The pure part of loadTargets: text to targets. `file` is what messages call it. */
export function parseTargets(text: string, file: string): TargetsFile {
  const source = parseSource(text, file);
  const faults = new FaultList(source);
  faults.add(source.faults);
  const parsed = targetsFileSchema.safeParse(source.data);
  if (!parsed.success) faults.add(schemaFaults(source, targetsFileSchema, parsed.error.issues));
  for (const [name, app] of Object.entries(parsed.data?.apps ?? {})) {
    faults.named(["apps", name, "ready"], app.ready, Object.keys(app.routes), "a route of the app");
    for (const [route, contract] of Object.entries(app.routes)) {
      checkWhen(contract, faults, ["apps", name, "routes", route, "when"]);
    }
  }
  faults.throwIfAny();
  if (!parsed.success) throw new Error("a file that does not fit the schema has faults");
  return parsed.data;
}

/** The first body that applies is the one expected, so one behind a wider one would never be. */
function checkWhen({ when = [] }: Contract, faults: FaultList, path: Path): void {
  when.forEach(({ env }, index) => {
    const first = when.findIndex((other) => covers(other.env, env));
    if (first === index) return;
    const found = `one that number ${first + 1} of the list applies to already`;
    const next = "put the narrower one first, or remove it";
    faults.value([...path, index, "env"], "an environment that no when before it covers", found, next);
  });
}
