import { InputError, type InputFault } from "../model/errors.ts";
import { suggestion } from "../model/nearest.ts";
import type { TargetsFile } from "../model/target.ts";
import { type ImageName, parseImageName } from "./image-name.ts";

/** What the user named: a subject of the kit, which is built, or an image that is on the engine or in a registry. */
export type ImageChoice =
  | { kind: "subject"; name: string; target: string; app: string }
  | { kind: "image"; name: string; image: ImageName };

/** The app whose image is taken where none is named; targets with versions of packages have none of it. */
const USUAL_APP = "service";

/**
 * Reads names; without any, every runtime with the app `service`. TARGET/APP is a subject where targets.yaml has such a
 * target, anything else an image.
 *
 * Throws InputError with every name that is neither.
 */
export function chooseImages(names: readonly string[], { targets, apps }: TargetsFile): ImageChoice[] {
  const faults: InputFault[] = [];
  const usual = Object.entries(targets).flatMap(([target, { dependencies, apps: own }]) =>
    dependencies || own ? [] : [target],
  );
  const given = names.length > 0 ? names : usual.map((target) => `${target}/${USUAL_APP}`);
  const choices = [...new Set(given)].flatMap((name): ImageChoice[] => {
    const [target = "", app = "", ...more] = name.split("/");
    if (targets[target] && more.length === 0) {
      if (apps[app]) return [{ kind: "subject", name, target, app }];
      const fault = {
        file: "bench image",
        line: null,
        column: null,
        expected: `an app of targets.yaml with ${target}`,
      };
      faults.push({ ...fault, found: JSON.stringify(app), next: suggestion(app, Object.keys(apps)) });
      return [];
    }
    if (apps[app] && more.length === 0 && !target.includes(".") && !target.includes(":")) {
      const fault = { file: "bench image", line: null, column: null, expected: `a target of targets.yaml with ${app}` };
      const next = `${suggestion(target, Object.keys(targets))} An image of that name is docker.io/${name}`;
      faults.push({ ...fault, found: JSON.stringify(target), next });
      return [];
    }
    try {
      return [{ kind: "image", name, image: parseImageName(name) }];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      faults.push(...error.faults);
      return [];
    }
  });
  if (faults.length > 0) throw new InputError(faults);
  return choices;
}
