import assert from "node:assert/strict";
import { link, mkdir, open, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { before, test } from "node:test";
import { execa } from "execa";
import { tarEntries } from "../../scripts/images/tar.ts";
import { scratchFolder } from "./scratch.ts";

const LONG = `${"deep/".repeat(24)}file-with-${"a".repeat(90)}`;
let folder = "";

before(async () => {
  folder = scratchFolder();
  await mkdir(join(folder, LONG, ".."), { recursive: true });
  await writeFile(join(folder, LONG), "z".repeat(777));
  await writeFile(join(folder, "naïve"), "n".repeat(512));
  await writeFile(join(folder, "plain"), "p".repeat(1025));
  await link(join(folder, "plain"), join(folder, "plain-again"));
  await symlink(LONG, join(folder, "to-long"));
  await writeFile(join(folder, "hole"), "");
  await truncate(join(folder, "hole"), 3_000_000);
  // Pieces between holes: more than the header's own map takes, and than one block of its continuation.
  const pieces = await open(join(folder, "pieces"), "w");
  for (let at = 0; at < 60; at++) await pieces.write("x".repeat(10), at * 65_536);
  await pieces.close();
  // Larger than eleven octal digits can say, and nothing but a hole.
  await writeFile(join(folder, "huge"), "");
  await truncate(join(folder, "huge"), 9 * 2 ** 30);
});

/** Name, kind and size of every entry, by GNU tar's own listing. */
async function listed(file: string): Promise<string[]> {
  const { stdout } = await execa("tar", ["--quoting-style=literal", "--numeric-owner", "-tvf", file]);
  return stdout.split("\n").map((line) => {
    const [, kind = "", size, rest = ""] = /^(.)\S+ +\S+ +(\d+) \S+ \S+ (.*)$/.exec(line) ?? [];
    const [name, target = ""] = rest.split(/ -> | link to /);
    return `${kind} ${kind === "-" ? size : 0} ${name} ${target}`;
  });
}

const LETTERS = { file: "-", link: "h", symlink: "l", directory: "d", other: "?" };

const cut = (tar: Buffer, piece: number): Buffer[] =>
  Array.from({ length: Math.ceil(tar.length / piece) }, (_, at) => tar.subarray(at * piece, (at + 1) * piece));

async function read(tar: Buffer): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, type, size, linkname } of tarEntries(Readable.from(cut(tar, 1000))))
    found.push(`${LETTERS[type]} ${size} ${name} ${linkname}`);
  return found;
}

async function packed(options: string[], files: string[]): Promise<{ tar: Buffer; file: string }> {
  const file = join(scratchFolder(), "x.tar");
  await execa("tar", ["-C", folder, ...options, "-cf", file, ...files]);
  const { stdout } = await execa("cat", [file], { encoding: "buffer" });
  return { tar: Buffer.from(stdout), file };
}

const SMALL = ["plain", "plain-again"];
const ALL = [...SMALL, "naïve", "to-long", "deep", "hole", "pieces"];
for (const [options, files] of [
  [["--format=v7"], SMALL],
  [["--format=ustar"], [...SMALL, "hole"]],
  [["--format=oldgnu"], ALL],
  [["--format=gnu"], ALL],
  [["--format=posix"], ALL],
  [
    ["--format=oldgnu", "-S"],
    [...ALL, "huge"],
  ],
  [
    ["--format=gnu", "-S"],
    [...ALL, "huge"],
  ],
  [
    ["--format=posix", "-S", "--sparse-version=0.0"],
    [...ALL, "huge"],
  ],
  [
    ["--format=posix", "-S", "--sparse-version=0.1"],
    [...ALL, "huge"],
  ],
  [
    ["--format=posix", "-S", "--sparse-version=1.0"],
    [...ALL, "huge"],
  ],
] as const) {
  test(`entries of tar ${options.join(" ")} are those tar lists, sparse files with their holes`, async () => {
    const { tar, file } = await packed([...options], [...files]);
    const expected = await listed(file);
    assert.ok(expected.length >= files.length);
    assert.deepEqual(await read(tar), expected);
  });
}

test("contents come whole whatever is read of the entries before, and whatever the pieces", async () => {
  const { tar } = await packed(["--format=posix"], ["naïve", "plain"]);
  for (const piece of [1, 511, 512, 4096, tar.length]) {
    let text = "";
    for await (const { name, body } of tarEntries(Readable.from(cut(tar, piece)))) {
      // Left after its first bytes.
      if (name === "naïve") for await (const _ of body) break;
      if (name === "plain") for await (const part of body) text += part;
    }
    assert.equal(text, "p".repeat(1025));
  }
});

test("a stream that is torn or no tar is told, with the place", async () => {
  const { tar } = await packed(["--format=gnu"], ["plain", "naïve"]);
  await assert.rejects(read(tar.subarray(0, 700)), /ends within an entry, at byte 700/);
  await assert.rejects(read(tar.subarray(0, 100)), /ends within an entry, at byte 100/);
  await assert.rejects(read(Buffer.from("not a tar at all".repeat(64))), /no tar header at byte 0/);
  const spoilt = Buffer.from(tar);
  spoilt[2048] = 0x21;
  await assert.rejects(read(spoilt), /no tar header at byte 2048/);
  assert.deepEqual(await read(Buffer.alloc(0)), []);
});
