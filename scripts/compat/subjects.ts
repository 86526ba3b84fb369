import { InputError } from "../model/errors.ts";
import { suggestion } from "../model/nearest.ts";
import type { TargetsFile } from "../model/target.ts";

/** The program that answers the cases, unless a target is named with another. */
export const PARITY_APP = "http-parity";

/** A target with the program it is asked with. */
export interface Asked {
  target: string;
  app: string;
}

/**
 * Targets as a user names them, `TARGET` or `TARGET/APP`. Throws an InputError with every name that is not known.
 *
 * @param place what messages call the place of the name, such as "--oracle"
 */
export function askedSubjects(names: readonly string[], { targets, apps }: TargetsFile, place: string): Asked[] {
  const asked = [...new Set(names)].map((name) => {
    const [target = "", app = PARITY_APP] = name.split("/");
    return { name, target, app };
  });
  const faults = asked.flatMap(({ name, target, app }) => {
    const known = target in targets ? Object.keys(apps) : Object.keys(targets);
    if (target in targets && app in apps && name.split("/").length <= 2) return [];
    const expected = target in targets ? "TARGET or TARGET/APP, an app of targets.yaml" : "a target of targets.yaml";
    const next = suggestion(target in targets ? app : target, known);
    return [{ file: place, line: null, column: null, expected, found: `"${name}"`, next }];
  });
  if (faults.length > 0) throw new InputError(faults);
  return asked.map(({ target, app }) => ({ target, app }));
}
