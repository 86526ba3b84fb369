import type { FileTree } from "./file-tree.ts";
import type { Program } from "./footprint-schema.ts";
import { fileAt, needsOf } from "./libraries.ts";

const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * The executable that a command starts in an image. Scripts in front of it (an entrypoint that ends in `exec "$@"`) are
 * stepped over and named. Null where no word of the command leads to an executable.
 *
 * @param env `NAME=VALUE` of the image's config: PATH and LD_LIBRARY_PATH matter
 */
export function programOf(tree: FileTree, command: readonly string[], env: readonly string[]): Program | null {
  const variable = (name: string) => env.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
  const folders = (variable("PATH") ?? DEFAULT_PATH).split(":").filter((each) => each !== "");
  const scripts: string[] = [];
  for (const word of command) {
    const places = word.includes("/") ? [word] : folders.map((folder) => `${folder}/${word}`);
    const found = places.map((place) => fileAt(tree, place)).find((file) => file !== null);
    if (!found) return null;
    const { elf, bytes } = found.contents;
    if (elf === null) {
      scripts.push(found.path);
      continue;
    }
    const { libraries, missing } = needsOf(tree, found.path, elf, variable("LD_LIBRARY_PATH"));
    return {
      path: found.path,
      bytes,
      kind: elf.interpreter === null && elf.needed.length === 0 ? "static" : "dynamic",
      scripts,
      libraries,
      librariesBytes: libraries.reduce((total, library) => total + library.bytes, 0),
      missing,
    };
  }
  return null;
}
