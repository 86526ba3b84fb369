import assert from "node:assert/strict";
import { test } from "node:test";
import { FileTree } from "../../scripts/images/file-tree.ts";
import type { LayerEntry } from "../../scripts/images/layer-contents.ts";

const rest = { bytes: 0, target: "", elf: null, text: null };
const file = (path: string, bytes: number): LayerEntry => ({ ...rest, path, type: "file", bytes });
const folder = (path: string): LayerEntry => ({ ...rest, path, type: "directory" });
const hardLink = (path: string, target: string): LayerEntry => ({ ...rest, path, type: "link", target });
const symlink = (path: string, target: string): LayerEntry => ({ ...rest, path, type: "symlink", target });
const whiteout = (path: string): LayerEntry => file(path, 0);

function stacked(...layers: LayerEntry[][]): FileTree {
  const tree = new FileTree();
  for (const [at, entries] of layers.entries()) tree.add(at, entries);
  return tree;
}

/** `path bytes` of what can be seen, and `path bytes how-by-layer` of what cannot. */
function told(tree: FileTree): { seen: string[]; hidden: string[] } {
  const seen = tree.written.filter(({ hidden }) => hidden === null).map(({ path, bytes }) => `${path} ${bytes}`);
  const hidden = tree.written.flatMap(({ path, bytes, hidden: by }) =>
    by === null ? [] : [`${path} ${bytes} ${by.how} by ${by.layer}`],
  );
  return { seen, hidden };
}

test("a file that is deleted or written again by a later layer is hidden", () => {
  const tree = stacked(
    [folder("a"), file("a/gone", 10), file("a/new", 20), file("a/kept", 30)],
    [whiteout("a/.wh.gone"), file("a/new", 21)],
  );
  assert.deepEqual(told(tree), {
    seen: ["a/kept 30", "a/new 21"],
    hidden: ["a/gone 10 deleted by 1", "a/new 20 replaced by 1"],
  });
});

test("a folder made anew hides what layers below put there, and nothing of its own layer, wherever its mark stands", () => {
  const tree = stacked(
    [folder("a"), file("a/x", 1), folder("a/deep"), file("a/deep/y", 2), file("b", 4)],
    [folder("a"), file("a/own", 8), whiteout("a/.wh..wh..opq")],
  );
  assert.deepEqual(told(tree), {
    seen: ["b 4", "a/own 8"],
    hidden: ["a/x 1 emptied by 1", "a/deep/y 2 emptied by 1"],
  });
});

test("a whiteout means the layers below, not a file of its own layer that takes the name again", () => {
  const tree = stacked([file("a", 1)], [file("a", 2), whiteout(".wh.a")]);
  assert.deepEqual(told(tree), { seen: ["a 2"], hidden: ["a 1 deleted by 1"] });
});

test("a folder that is deleted, or replaced by a file or a link, takes everything in it along", () => {
  const base = [folder("d"), file("d/x", 1), folder("d/e"), file("d/e/y", 2)];
  assert.deepEqual(told(stacked(base, [whiteout(".wh.d")])).hidden, ["d/x 1 deleted by 1", "d/e/y 2 deleted by 1"]);
  assert.deepEqual(told(stacked(base, [file("d", 5)])).hidden, ["d/x 1 replaced by 1", "d/e/y 2 replaced by 1"]);
  assert.deepEqual(told(stacked(base, [symlink("d", "/e")])).hidden.length, 2);
});

test("a folder that a later layer names again keeps what is in it", () => {
  const tree = stacked([folder("d"), file("d/x", 1)], [folder("d"), file("d/y", 2)]);
  assert.deepEqual(told(tree), { seen: ["d/x 1", "d/y 2"], hidden: [] });
});

test("a folder that an archive does not name takes the place of a file or link all the same", () => {
  const tree = stacked([file("d", 7), symlink("l", "/d")], [file("d/x", 1), file("l/y", 2)]);
  assert.deepEqual(told(tree), { seen: ["d/x 1", "l/y 2"], hidden: ["d 7 replaced by 1"] });
});

test("contents under several names are counted once, and hidden only when the last name is gone", () => {
  const base = [file("a", 100), hardLink("b", "a"), hardLink("c", "a")];
  assert.deepEqual(told(stacked(base)), { seen: ["a 100"], hidden: [] });
  assert.deepEqual(told(stacked(base, [whiteout(".wh.a"), file("c", 1)])).hidden, []);
  assert.deepEqual(told(stacked(base, [whiteout(".wh.a")], [whiteout(".wh.c"), file("b", 1)])).hidden, [
    "a 100 replaced by 2",
  ]);
  assert.deepEqual(told(stacked(base, [hardLink("a", "b")])), { seen: ["a 100"], hidden: [] });
});

test("a name that comes twice in one layer: the first contents were written for nothing", () => {
  assert.deepEqual(told(stacked([file("a", 1), file("a", 2)])), { seen: ["a 2"], hidden: ["a 1 replaced by 0"] });
});

test("a whiteout of nothing, and what AUFS leaves beside its whiteouts, do nothing", () => {
  const tree = stacked([whiteout(".wh.none"), whiteout("no/.wh.folder"), file(".wh..wh.plnk/1.2", 9), file("a", 1)]);
  assert.deepEqual(told(tree), { seen: ["a 1"], hidden: [] });
});

test("paths are found through symbolic links as seen from the image's own root, and circles lead nowhere", () => {
  const tree = stacked([
    ...[folder("usr"), folder("usr/lib"), file("usr/lib/x", 1), symlink("lib", "usr/lib"), symlink("abs", "/lib/x")],
    ...[
      symlink("usr/lib/up", "../../../../lib/x"),
      symlink("one", "two"),
      symlink("two", "/one"),
      symlink("no", "/gone"),
    ],
  ]);
  for (const path of ["/usr/lib/x", "/lib/x", "lib/./x", "/abs", "/lib/up", "/usr/../lib/x"])
    assert.equal(tree.find(path)?.path, "/usr/lib/x", path);
  for (const path of ["/one", "/no", "/usr/lib/x/more", "/lib/y"]) assert.equal(tree.find(path), null, path);
  assert.equal(tree.find("/")?.node, tree.root);
});
