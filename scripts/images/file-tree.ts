import type { LayerEntry } from "./layer-contents.ts";

/** Contents written by one layer, under however many names. */
export interface Contents {
  /** Path it was written under first. */
  path: string;
  bytes: number;
  /** Number of the layer, from 0 at the base. */
  layer: number;
  elf: LayerEntry["elf"];
  text: string | null;
  /** Names under which it can still be seen. */
  names: number;
  /** What took its last name away; null while it can be seen. */
  hidden: Hiding | null;
}

export interface Hiding {
  layer: number;
  /** `deleted` by a whiteout, `replaced` by an entry of the same path, or `emptied` with the folder it was in. */
  how: "deleted" | "replaced" | "emptied";
}

export interface Folder {
  kind: "folder";
  children: Map<string, Node>;
}
export type Node =
  | Folder
  | { kind: "file"; contents: Contents }
  | { kind: "symlink"; target: string }
  | { kind: "other" };

const WHITEOUT = ".wh.";
const OPAQUE = ".wh..wh..opq";

/**
 * What a container sees of an image's layers, and what became of every byte that was written: the rules of the OCI image
 * specification ("layer.md"), as every store applies them. Whiteouts speak of the layers below alone, wherever they stand
 * in their own.
 */
export class FileTree {
  readonly root: Folder = { kind: "folder", children: new Map() };
  /** Everything that was ever written, in order. */
  readonly written: Contents[] = [];

  /** Puts a layer on top of those before it. */
  add(layer: number, entries: readonly LayerEntry[]): void {
    for (const { path } of entries) this.#whiteOut(layer, path);
    for (const entry of entries) if (!isMark(entry.path)) this.#put(layer, entry);
  }

  /** What a path leads to, symbolic links followed as within the image's own root; null where it leads nowhere. */
  find(path: string): { path: string; node: Node } | null {
    return this.#walk(parts(path), 40);
  }

  #whiteOut(layer: number, path: string): void {
    const name = baseName(path);
    const folder = this.#literal(parentOf(path));
    if (folder?.kind !== "folder") return;
    if (name === OPAQUE) {
      for (const child of folder.children.values()) hide(child, { layer, how: "emptied" });
      folder.children.clear();
    } else if (name.startsWith(WHITEOUT) && !name.startsWith(`${WHITEOUT}${WHITEOUT}`)) {
      remove(folder, name.slice(WHITEOUT.length), { layer, how: "deleted" });
    }
  }

  #put(layer: number, { path, type, bytes, target, elf, text }: LayerEntry): void {
    const name = baseName(path);
    if (name === "") return;
    const folder = this.#folder(parentOf(path), layer);
    const before = folder.children.get(name);
    if (type === "directory" && before?.kind === "folder") return;
    const node = this.#node(layer, { path, type, bytes, target, elf, text });
    // Named before what was there loses its name: a link may be to the very file it replaces.
    if (node.kind === "file") node.contents.names++;
    remove(folder, name, { layer, how: "replaced" });
    folder.children.set(name, node);
  }

  #node(layer: number, { path, type, bytes, target, elf, text }: LayerEntry): Node {
    if (type === "directory") return { kind: "folder", children: new Map() };
    if (type === "symlink") return { kind: "symlink", target };
    if (type === "link") return this.#literal(target) ?? { kind: "other" };
    if (type !== "file") return { kind: "other" };
    const contents: Contents = { path, bytes, layer, elf, text, names: 0, hidden: null };
    this.written.push(contents);
    return { kind: "file", contents };
  }

  /** The folder of a path, made where an archive does not name it, and put in place of anything else. */
  #folder(path: string, layer: number): Folder {
    let folder = this.root;
    for (const name of parts(path)) {
      const child = folder.children.get(name);
      if (child?.kind === "folder") {
        folder = child;
        continue;
      }
      remove(folder, name, { layer, how: "replaced" });
      const made: Folder = { kind: "folder", children: new Map() };
      folder.children.set(name, made);
      folder = made;
    }
    return folder;
  }

  #literal(path: string): Node | null {
    let node: Node | undefined = this.root;
    for (const name of parts(path)) node = node?.kind === "folder" ? node.children.get(name) : undefined;
    return node ?? null;
  }

  #walk(names: readonly string[], links: number): { path: string; node: Node } | null {
    const walked: { name: string; node: Node }[] = [];
    for (const [at, name] of names.entries()) {
      if (name === "..") {
        walked.pop();
        continue;
      }
      const folder = walked.at(-1)?.node ?? this.root;
      const child = folder.kind === "folder" ? folder.children.get(name) : undefined;
      if (!child) return null;
      if (child.kind !== "symlink") {
        walked.push({ name, node: child });
        continue;
      }
      if (links === 0) return null;
      const from = child.target.startsWith("/") ? [] : walked.map((step) => step.name);
      return this.#walk([...from, ...parts(child.target), ...names.slice(at + 1)], links - 1);
    }
    return { path: `/${walked.map(({ name }) => name).join("/")}`, node: walked.at(-1)?.node ?? this.root };
  }
}

/** Whiteouts, and what AUFS kept beside them. */
const isMark = (path: string): boolean => parts(path).some((name) => name.startsWith(WHITEOUT));
const parts = (path: string): string[] => path.split("/").filter((part) => part !== "" && part !== ".");
const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

function remove(folder: Folder, name: string, hiding: Hiding): void {
  const node = folder.children.get(name);
  if (node) hide(node, hiding);
  folder.children.delete(name);
}

function hide(node: Node, hiding: Hiding): void {
  if (node.kind === "folder") for (const child of node.children.values()) hide(child, hiding);
  if (node.kind !== "file") return;
  node.contents.names--;
  if (node.contents.names === 0) node.contents.hidden = hiding;
}
