import type { Elf } from "./elf.ts";
import type { Contents, FileTree } from "./file-tree.ts";

/** A library that a program is given when it starts. Bytes of the file behind all links. */
export interface Library {
  /** As the program asks for it. */
  name: string;
  path: string;
  bytes: number;
}

export interface Needs {
  /** The loader first, then libraries as the loader comes to them; each file once. */
  libraries: Library[];
  /** What is asked for and not in the image: the program does not start. */
  missing: string[];
}

interface Loaded {
  elf: Elf;
  path: string;
  /** Folders of DT_RPATH of it and of what asked for it, which hold for what it asks for. */
  inherited: string[];
}

/**
 * Finds in an image what a program's loader would, in the loader's order (ld.so(8)): RPATH, LD_LIBRARY_PATH, RUNPATH, the
 * folders of /etc/ld.so.conf that ldconfig would have put into its cache, and the loader's own. What a program loads by
 * itself later (dlopen) stands nowhere and is not found.
 *
 * @param path of the executable in the image
 * @param libraryPath LD_LIBRARY_PATH of its environment
 */
export function needsOf(tree: FileTree, path: string, elf: Elf, libraryPath = ""): Needs {
  const libraries = new Map<Contents, Library>();
  const missing = new Set<string>();
  const known = new Set<string>();
  const standard = loaderFolders(tree, elf);
  if (elf.interpreter !== null) {
    const loader = fileAt(tree, elf.interpreter);
    if (loader)
      libraries.set(loader.contents, { name: elf.interpreter, path: loader.path, bytes: loader.contents.bytes });
    else missing.add(elf.interpreter);
    known.add(elf.interpreter.slice(elf.interpreter.lastIndexOf("/") + 1));
  }
  const queue: Loaded[] = [{ elf, path, inherited: [] }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const from = next;
    const rpath = from.elf.runpath.length > 0 ? [] : [...from.elf.rpath, ...from.inherited];
    const own = [...expanded(rpath, from.path), ...split(libraryPath), ...expanded(from.elf.runpath, from.path)];
    for (const name of from.elf.needed) {
      if (known.has(name)) continue;
      known.add(name);
      const places = name.includes("/") ? [name] : [...own, ...standard].map((folder) => `${folder}/${name}`);
      const found = places.map((place) => fileAt(tree, place)).find((file) => file?.contents.elf?.kind === elf.kind);
      if (!found?.contents.elf) {
        missing.add(name);
        continue;
      }
      if (found.contents.elf.soname) known.add(found.contents.elf.soname);
      if (!libraries.has(found.contents)) {
        libraries.set(found.contents, { name, path: found.path, bytes: found.contents.bytes });
        queue.push({ elf: found.contents.elf, path: found.path, inherited: expanded(rpath, from.path) });
      }
    }
  }
  return { libraries: [...libraries.values()], missing: [...missing] };
}

export function fileAt(tree: FileTree, path: string): { path: string; contents: Contents } | null {
  const found = tree.find(path);
  return found?.node.kind === "file" ? { path: found.path, contents: found.node.contents } : null;
}

const split = (list: string): string[] => list.split(/[:;]/).filter((each) => each !== "");

/** $ORIGIN is the folder of the file that says it; $LIB is lib or lib64, whichever there is. */
function expanded(folders: readonly string[], path: string): string[] {
  const origin = path.slice(0, Math.max(1, path.lastIndexOf("/")));
  return folders.flatMap((folder) => {
    const placed = folder.replaceAll(/\$(ORIGIN|\{ORIGIN\})/g, origin);
    return /\$(LIB|\{LIB\})/.test(placed)
      ? ["lib", "lib64"].map((lib) => placed.replaceAll(/\$(LIB|\{LIB\})/g, lib))
      : [placed];
  });
}

/** Folders that a loader looks in by itself, glibc's or musl's: those the image's own files name, then those built in. */
function loaderFolders(tree: FileTree, { interpreter, kind }: Elf): string[] {
  const musl = /ld-musl-([^/]+)\.so/.exec(interpreter ?? "")?.[1];
  if (musl !== undefined) {
    const told = textAt(tree, `/etc/ld-musl-${musl}.path`);
    return told === null ? ["/lib", "/usr/local/lib", "/usr/lib"] : split(told.replaceAll("\n", ":"));
  }
  return [...configured(tree, "/etc/ld.so.conf", 5), ...machineFolders(tree, kind)];
}

/** Reads ld.so.conf with the files it includes, which are taken in alphabetical order. */
function configured(tree: FileTree, path: string, depth: number): string[] {
  const lines = (textAt(tree, path) ?? "").split("\n").map((line) => line.replace(/#.*/, "").trim());
  return lines.flatMap((line) => {
    const [, pattern] = /^include\s+(\S+)$/.exec(line) ?? [];
    if (pattern === undefined) return line.startsWith("/") ? [line] : [];
    return depth === 0 ? [] : included(tree, pattern).flatMap((file) => configured(tree, file, depth - 1));
  });
}

function included(tree: FileTree, pattern: string): string[] {
  const folder = pattern.slice(0, pattern.lastIndexOf("/")) || "/etc";
  const found = tree.find(folder);
  if (found?.node.kind !== "folder") return [];
  const names = [...found.node.children.keys()].filter((name) => name.endsWith(".conf"));
  return names.sort().map((name) => `${folder}/${name}`);
}

function textAt(tree: FileTree, path: string): string | null {
  return fileAt(tree, path)?.contents.text ?? null;
}

/** Folders built into glibc's loader: those of the machine where a distribution parts them, then the common ones. */
function machineFolders(tree: FileTree, kind: string): string[] {
  const triplet = { "64le-62": "x86_64-linux-gnu", "64le-183": "aarch64-linux-gnu" }[kind];
  const parted = triplet === undefined ? [] : [`/lib/${triplet}`, `/usr/lib/${triplet}`];
  const wide = kind.startsWith("64") ? ["/lib64", "/usr/lib64"] : [];
  return [...parted, ...wide, "/lib", "/usr/lib"].filter((folder) => tree.find(folder) !== null);
}
