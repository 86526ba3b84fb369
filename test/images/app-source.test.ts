import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { readAppSource } from "../../scripts/images/app-source.ts";
import { scratchFolder } from "./scratch.ts";

async function app(files: Record<string, string>): Promise<string> {
  const folder = scratchFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, ".."), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

test("dependencies are counted and equal sources have equal digests, installed packages aside", async () => {
  const files = { "service.ts": "a", "lib/b.ts": "b", "package.json": '{"dependencies":{"hono":"4","x":"1"}}' };
  const folders = [
    await app(files),
    await app({ ...files, "node_modules/hono/index.js": "c" }),
    await app({ ...files, "service.ts": "A" }),
    await app({ "service.ts": "a" }),
  ];
  const [one, same, other, bare] = await Promise.all(folders.map(readAppSource));
  assert.equal(one?.["app.dependencies"], 2);
  assert.equal(bare?.["app.dependencies"], 0);
  assert.match(String(one?.["app.sourceSha256"]), /^[0-9a-f]{64}$/);
  assert.deepEqual(same, one);
  assert.notEqual(other?.["app.sourceSha256"], one?.["app.sourceSha256"]);
});

test("a folder that is not there is null", async () => {
  assert.equal(await readAppSource("/nonexistent/apps/x"), null);
});
