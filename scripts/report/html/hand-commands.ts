import type { Sample } from "../../model/record.ts";

/** The load tool's command line of a sample, word by word; null where its evidence has none. */
export function commandOf({ evidence }: Pick<Sample, "evidence">): string[] | null {
  const { generator } = evidence;
  if (typeof generator !== "object" || generator === null || !("argv" in generator)) return null;
  const { argv } = generator;
  return Array.isArray(argv) && argv.every((word) => typeof word === "string") ? argv : null;
}

/** Words as a POSIX shell takes them: quoted where anything in them would be read otherwise. */
export const shellText = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
