import assert from "node:assert/strict";
import { test } from "node:test";
import { lackOf, type StandResult, standFile } from "../../scripts/images/stand.ts";
import { standText } from "../../scripts/images/stand-text.ts";
import { footprint } from "./footprint-builder.ts";

const libraries = [
  { name: "/lib64/ld-linux-x86-64.so.2", path: "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", bytes: 215_000 },
  { name: "libstdc++.so.6", path: "/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30", bytes: 2_190_440 },
];
const program = {
  ...{ path: "/usr/local/bin/node", bytes: 123_395_824, kind: "dynamic" as const, scripts: [], missing: [] },
  ...{ libraries, librariesBytes: 2_405_440 },
};
const load = { image: "it", base: "debian", command: ["/usr/local/bin/node", "/app/service.ts"], program };

const copies = (text: string) => text.split("\n").filter((line) => line.startsWith("COPY"));
const OWN = [
  'COPY --from=subject ["/app/","/app/"]',
  'COPY --from=subject ["/usr/local/bin/node","/usr/local/bin/node"]',
];

test("every base gets the program and its app, and libraries only where there is nothing else", () => {
  assert.deepEqual(copies(standFile("slim", load)), OWN);
  assert.match(standFile("slim", load), /\nFROM debian\n/);
  assert.deepEqual(copies(standFile("scratch", load)), OWN);
  assert.match(standFile("scratch", load), /\nFROM scratch\n/);
  assert.deepEqual(copies(standFile("distroless-like", load)), ['COPY --from=slim ["/alone/","/"]', ...OWN]);
  assert.deepEqual(copies(standFile("scratch and libraries", load)), [
    ...OWN,
    'COPY --from=subject ["/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2","/lib64/ld-linux-x86-64.so.2"]',
    'COPY --from=subject ["/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30","/usr/lib/x86_64-linux-gnu/libstdc++.so.6"]',
  ]);
});

test("a program that lies with its app is copied once", () => {
  const own = { ...load, command: ["/app/service"], program: { ...program, path: "/app/service" } };
  assert.deepEqual(copies(standFile("slim", own)), [OWN[0]]);
});

test("what lacks a library or its executable is not said to have a size", () => {
  assert.equal(lackOf(footprint()), null);
  assert.equal(lackOf(footprint({ program: null })), "its executable is not in it");
  assert.equal(lackOf(footprint({ program: { ...program, missing: ["libc.so.6"] } })), "lacks libc.so.6");
  const result: StandResult = {
    ...{ subject: "node-22/service", on: "scratch", ownBytes: 123_397_474, starts: false, because: "lacks libc.so.6" },
    ...{ unpackedBytes: null, compressedBytes: null },
  };
  const text = standText([
    result,
    { ...result, on: "slim", starts: true, because: null, unpackedBytes: 197_349_144, compressedBytes: 73_277_000 },
  ]);
  assert.match(text, /^node-22\/service {2,}123\.397 {2,}197\.349 \/ 73\.277 {2,}.*does not start$/m);
  assert.match(text, /node-22\/service does not start on scratch: lacks libc\.so\.6/);
});
