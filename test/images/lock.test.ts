import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { parseTargets } from "../../scripts/articles/targets.ts";
import { lockOf } from "../../scripts/images/lock.ts";
import { scratchFolder } from "./scratch.ts";

const manifest = (version: string) => JSON.stringify({ dependencies: { "@x/y": version, z: "3.0.0" } });
const lock = (version: string) =>
  JSON.stringify({ packages: { "node_modules/@x/y": { version }, "node_modules/z": { version: "3.0.0" } } });

async function checkout(files: Record<string, string>): Promise<string> {
  const root = scratchFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, "apps/app", name)), { recursive: true });
    await writeFile(join(root, "apps/app", name), text);
  }
  return root;
}

test("an app is installed by its own lock file, by another where a target sets other versions, and by none without", async () => {
  const root = await checkout({
    "package.json": manifest("2.0.0"),
    "package-lock.json": lock("2.0.0"),
    "locks/x-y-1.0.0/package-lock.json": lock("1.0.0"),
  });
  assert.deepEqual(await lockOf(root, "app"), { folder: "." });
  assert.deepEqual(await lockOf(root, "app", { "@x/y": "2.0.0" }), { folder: "." });
  assert.deepEqual(await lockOf(root, "app", { "@x/y": "1.0.0" }), { folder: "locks/x-y-1.0.0" });
  assert.equal(await lockOf(await checkout({ "package.json": '{"name":"app"}' }), "app"), "none");
  assert.equal(await lockOf(await checkout({ "service.ts": "" }), "app"), "none");
});

test("a lock file that is missing, or that pins another version than the target names, is a reason not to build", async () => {
  const root = await checkout({
    "package.json": manifest("2.0.0"),
    "locks/x-y-1.0.0/package-lock.json": lock("1.0.1"),
  });
  assert.deepEqual(await lockOf(root, "app"), { reason: "apps/app/package-lock.json is missing" });
  assert.deepEqual(await lockOf(root, "app", { "@x/y": "1.5.0" }), {
    reason: "apps/app/locks/x-y-1.5.0/package-lock.json is missing",
  });
  assert.deepEqual(await lockOf(root, "app", { "@x/y": "1.0.0" }), {
    reason: "apps/app/locks/x-y-1.0.0/package-lock.json has 1.0.1 of @x/y, the target asks for 1.0.0",
  });
});

interface LockFile {
  packages: Record<string, { version?: string; integrity?: string; resolved?: string; dependencies?: object }>;
}
const json = async <T>(file: string) => JSON.parse(await readFile(file, "utf8")) as T;

test("every lock file of the repository fits its package, names no host and has a digest for every package", async () => {
  const files = (await readdir("apps", { recursive: true })).filter((file) => file.endsWith("package-lock.json"));
  assert.ok(files.length >= 12, `${files.length} lock files`);
  for (const file of files) {
    const place = join("apps", file);
    const { packages } = await json<LockFile>(place);
    const { dependencies } = await json<{ dependencies: object }>(join(dirname(place), "package.json"));
    assert.deepEqual(packages[""]?.dependencies, dependencies, place);
    for (const version of Object.values(dependencies)) assert.match(version, /^\d+\.\d+\.\d+$/, place);
    for (const [name, one] of Object.entries(packages)) {
      assert.equal(one.resolved, undefined, `${place}: ${name}`);
      if (name !== "") assert.match(one.integrity ?? "", /^sha512-/, `${place}: ${name}`);
    }
  }
});

test("every Hono app has a lock file for every version that a target sets, and differs in nothing else", async () => {
  const { targets } = parseTargets(await readFile("targets.yaml", "utf8"), "targets.yaml");
  const set = Object.values(targets).flatMap(({ dependencies }) => (dependencies ? [dependencies] : []));
  assert.deepEqual([...new Set(set.map((one) => one["@hono/node-server"]))], ["1.14.1", "1.14.2", "2.1.1"]);
  for (const app of ["headers-hono-set", "headers-hono-c", "hono-hello"]) {
    const own = await json<{ dependencies: Record<string, string> }>(`apps/${app}/package.json`);
    for (const dependencies of set) {
      const found = await lockOf(".", app, dependencies);
      assert.ok(typeof found === "object" && "folder" in found, JSON.stringify(found));
      const variant = await json<object>(join("apps", app, found.folder, "package.json"));
      assert.deepEqual(variant, { ...own, dependencies: { ...own.dependencies, ...dependencies } });
    }
  }
});
