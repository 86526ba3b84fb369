import assert from "node:assert/strict";
import { test } from "node:test";
import type { Elf } from "../../scripts/images/elf.ts";
import { FileTree } from "../../scripts/images/file-tree.ts";
import type { LayerEntry } from "../../scripts/images/layer-contents.ts";
import { needsOf } from "../../scripts/images/libraries.ts";
import { programOf } from "../../scripts/images/program.ts";

const KIND = "64le-62";
const LOADER = "/lib64/ld-linux-x86-64.so.2";
const rest = { bytes: 0, target: "", elf: null, text: null };
const elf = (needed: string[], more: Partial<Elf> = {}): Elf => ({
  ...{ kind: KIND, interpreter: null, needed, soname: null, rpath: [], runpath: [], ...more },
});
const binary = (path: string, bytes: number, about: Elf): LayerEntry => ({
  ...{ ...rest, path, type: "file", bytes, elf: about },
});
const text = (path: string, contents: string): LayerEntry => ({
  ...{ ...rest, path, type: "file", bytes: contents.length, text: contents },
});
const symlink = (path: string, target: string): LayerEntry => ({ ...rest, path, type: "symlink", target });

/** Debian's layout: /lib and /lib64 are links, the loader one into the folder of the machine. */
const DEBIAN: LayerEntry[] = [
  symlink("lib", "usr/lib"),
  symlink("lib64", "usr/lib64"),
  symlink("usr/lib64/ld-linux-x86-64.so.2", "/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"),
  binary("usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", 200, elf([], { soname: "ld-linux-x86-64.so.2" })),
  binary("usr/lib/x86_64-linux-gnu/libc.so.6", 2000, elf(["ld-linux-x86-64.so.2"], { soname: "libc.so.6" })),
  binary("usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30", 3000, elf(["libm.so.6", "libc.so.6"])),
  symlink("usr/lib/x86_64-linux-gnu/libstdc++.so.6", "libstdc++.so.6.0.30"),
  binary("usr/lib/x86_64-linux-gnu/libm.so.6", 900, elf(["libc.so.6"])),
];

function needs(entries: LayerEntry[], about: Elf, libraryPath = "") {
  const tree = new FileTree();
  tree.add(0, [...entries, binary("app/service", 50, about)]);
  const { libraries, missing } = needsOf(tree, "/app/service", about, libraryPath);
  return { found: libraries.map(({ path, bytes }) => `${path} ${bytes}`), missing };
}

test("libraries of libraries are found through links, each once, the loader among them", () => {
  const about = elf(["libstdc++.so.6", "libc.so.6"], { interpreter: LOADER });
  assert.deepEqual(needs(DEBIAN, about), {
    found: [
      "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 200",
      "/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30 3000",
      "/usr/lib/x86_64-linux-gnu/libc.so.6 2000",
      "/usr/lib/x86_64-linux-gnu/libm.so.6 900",
    ],
    missing: [],
  });
});

test("what is not in the image is named: the loader too", () => {
  const about = elf(["libgone.so.1"], { interpreter: LOADER });
  assert.deepEqual(needs([], about), { found: [], missing: [LOADER, "libgone.so.1"] });
});

test("a library for another machine is passed over", () => {
  const foreign = binary("usr/lib/libx.so", 1, elf([], { kind: "64le-183" }));
  const own = binary("opt/libx.so", 2, elf([]));
  assert.deepEqual(needs([foreign], elf(["libx.so"])), { found: [], missing: ["libx.so"] });
  assert.deepEqual(needs([foreign, own], elf(["libx.so"]), "/none:/opt").found, ["/opt/libx.so 2"]);
});

test("folders are looked through in the loader's order", () => {
  const at = (folder: string, bytes: number) => binary(`${folder}/libx.so`, bytes, elf([]));
  const all = [
    ...[at("rpath", 1), at("env", 2), at("app/lib", 3), at("conf", 4), at("usr/lib", 5)],
    ...[
      text("etc/ld.so.conf", "# what to load\ninclude /etc/ld.so.conf.d/*.conf\n"),
      text("etc/ld.so.conf.d/x.conf", "/conf\n"),
    ],
  ];
  const first = (entries: LayerEntry[], more: Partial<Elf>) => needs(entries, elf(["libx.so"], more), "/env").found;
  assert.deepEqual(first(all, { rpath: ["/rpath"] }), ["/rpath/libx.so 1"]);
  assert.deepEqual(first(all, { rpath: ["/rpath"], runpath: ["$ORIGIN/lib"] }), ["/env/libx.so 2"]);
  const withoutEnv = all.filter(({ path }) => !path.startsWith("env"));
  assert.deepEqual(first(withoutEnv, { runpath: ["$ORIGIN/lib"] }), ["/app/lib/libx.so 3"]);
  assert.deepEqual(first(withoutEnv, { runpath: ["$ORIGIN/none"] }), ["/conf/libx.so 4"]);
  assert.deepEqual(first(all.slice(4, 5), {}), ["/usr/lib/libx.so 5"]);
});

test("an rpath holds for the libraries of a library too, a runpath does not", () => {
  const entries = [binary("own/liba.so", 1, elf(["libb.so"])), binary("own/libb.so", 2, elf([]))];
  assert.deepEqual(needs(entries, elf(["liba.so"], { rpath: ["/own"] })).missing, []);
  assert.deepEqual(needs(entries, elf(["liba.so"], { runpath: ["/own"] })).missing, ["libb.so"]);
});

test("musl's loader looks where its own file says, and not into folders of glibc", () => {
  const about = elf(["libx.so"], { interpreter: "/lib/ld-musl-x86_64.so.1" });
  const loader = binary("lib/ld-musl-x86_64.so.1", 600, elf([]));
  const glibc = binary("usr/lib/x86_64-linux-gnu/libx.so", 1, elf([]));
  const own = binary("opt/libx.so", 2, elf([]));
  assert.deepEqual(needs([loader, glibc], about).missing, ["libx.so"]);
  const told = text("etc/ld-musl-x86_64.path", "/opt\n/usr/lib\n");
  assert.deepEqual(needs([loader, glibc, own, told], about).found.at(-1), "/opt/libx.so 2");
});

test("the program of an image is found through PATH and behind the scripts that start it", () => {
  const tree = new FileTree();
  const entries = [text("usr/local/bin/entry.sh", "#!/bin/sh"), binary("opt/bin/node", 70, elf([]))];
  tree.add(0, entries);
  const env = ["PATH=/usr/local/bin:/opt/bin"];
  const program = programOf(tree, ["entry.sh", "node", "/app.js"], env);
  assert.deepEqual(program, {
    ...{ path: "/opt/bin/node", bytes: 70, kind: "static", scripts: ["/usr/local/bin/entry.sh"] },
    ...{ libraries: [], librariesBytes: 0, missing: [] },
  });
  assert.equal(programOf(tree, ["node"], []), null);
  assert.equal(programOf(tree, [], env), null);
});
