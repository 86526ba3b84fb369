import { type Contract, covers, type Target, type TargetsFile, targetsFileSchema } from "../model/target.ts";
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
    const double = Object.hasOwn(parsed.data?.programs ?? {}, name);
    if (double) faults.key(["programs", name], "each name once", `"${name}", an app too`, "rename one of the two");
    faults.named(["apps", name, "ready"], app.ready, Object.keys(app.routes), "a route of the app");
    for (const [route, contract] of Object.entries(app.routes)) {
      if (contract.send && contract.method !== "POST") {
        const found = `something to send with ${contract.method}`;
        faults.key(
          ["apps", name, "routes", route, "send"],
          "send beside method: POST alone",
          found,
          "add method: POST",
        );
      }
      checkWhen(contract, faults, ["apps", name, "routes", route, "when"]);
      checkVersions(contract, parsed.data?.targets ?? {}, faults, ["apps", name, "routes", route, "versions"]);
    }
  }
  const known = Object.keys({ ...parsed.data?.apps, ...parsed.data?.programs });
  for (const [name, target] of Object.entries(parsed.data?.targets ?? {})) {
    target.apps?.forEach((app, at) => {
      faults.named(["targets", name, "apps", at], app, known, "an app of this file");
    });
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

/** An answer under versions that no target sets would never be asked for. */
function checkVersions(
  { versions = [] }: Contract,
  targets: Readonly<Record<string, Target>>,
  faults: FaultList,
  path: Path,
): void {
  versions.forEach(({ dependencies }, index) => {
    const first = versions.findIndex((other) => covers(other.dependencies, dependencies));
    const place = [...path, index, "dependencies"];
    if (first !== index) {
      const found = `some that number ${first + 1} of the list applies to already`;
      faults.value(place, "versions that none before them cover", found, "put the narrower ones first, or remove them");
    } else if (!Object.values(targets).some((target) => covers(dependencies, target.dependencies ?? {}))) {
      const found = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
      const next = "correct them, or add them to a target";
      faults.value(place, "versions that a target sets", found.join(", "), next);
    }
  });
}
