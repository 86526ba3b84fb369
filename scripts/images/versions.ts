import { readFileSync } from "node:fs";

/** Every pin of the kit by name, from docker/versions.env. */
export const pins = (): Record<string, string> =>
  readVersions(readFileSync(new URL("../../docker/versions.env", import.meta.url), "utf8"));

/** NAME=VALUE lines without quotes or expansion; others are skipped. */
export function readVersions(text: string): Record<string, string> {
  const pairs = text.split("\n").flatMap((line) => {
    const found = line.match(/^([A-Z][A-Z0-9_]*)=(.*)$/);
    return found?.[1] === undefined || found[2] === undefined ? [] : [[found[1], found[2].trim()] as const];
  });
  return Object.fromEntries(pairs);
}
