import assert from "node:assert/strict";
import { test } from "node:test";
import { type Elf, readElf } from "../../scripts/images/elf.ts";
import { elfFile } from "./elf-file.ts";

const TOLD: Elf = {
  kind: "64le-62",
  interpreter: "/lib64/ld-linux-x86-64.so.2",
  needed: ["libm.so.6", "libc.so.6"],
  soname: "libown.so.1",
  rpath: ["/opt/a", "$ORIGIN/../lib"],
  runpath: ["/opt/b"],
};

test("what a program asks of its loader is read, whatever its width and byte order", () => {
  for (const kind of ["64le-62", "64be-21", "32le-3", "32be-8"]) {
    const told = { ...TOLD, kind };
    assert.deepEqual(readElf(elfFile(told)), told);
  }
});

test("a static program asks for nothing", () => {
  const told = { ...TOLD, interpreter: null, needed: [], soname: null, rpath: [], runpath: [] };
  assert.deepEqual(readElf(elfFile(told)), told);
});

test("a file that is no executable, or a damaged one, is none: wherever it is cut", () => {
  const file = elfFile(TOLD);
  assert.equal(readElf(Buffer.from("#!/bin/sh\n")), null);
  assert.equal(readElf(Buffer.alloc(0)), null);
  for (let end = 4; end < file.length; end++) assert.equal(readElf(file.subarray(0, end)), null, `cut at ${end}`);
});
