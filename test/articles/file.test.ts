import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { loadArticle } from "../../scripts/articles/article.ts";
import { findArticle, listArticles, readText } from "../../scripts/articles/file.ts";
import { loadTargets } from "../../scripts/articles/targets.ts";
import { faultText, InputError } from "../../scripts/model/errors.ts";
import { ARTICLE, smallTargets } from "./small-files.ts";

let folder = "";
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "rematch-articles-"));
});
after(async () => {
  await rm(folder, { recursive: true });
});

async function faultsOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof InputError, String(error));
    return error.faults.map((fault) => faultText(fault).replaceAll(folder, "DIR"));
  }
  return [];
}

test("a file of 10 MB is refused by its size, before it is parsed", async () => {
  const file = join(folder, "huge.yaml");
  await writeFile(file, `slug: huge\n${"# padding\n".repeat(1_000_000)}`);
  const expected = [
    "DIR/huge.yaml:1:1: expected at most 1 MiB of YAML, found more than that; check that this is the right file",
  ];
  assert.deepEqual(await faultsOf(loadArticle(file, smallTargets())), expected);
  assert.deepEqual(await faultsOf(loadTargets(file)), expected);
});

test("an endless device is refused as well", async () => {
  assert.deepEqual(await faultsOf(readText("/dev/zero")), [
    "/dev/zero:1:1: expected at most 1 MiB of YAML, found more than that; check that this is the right file",
  ]);
});

test("a file that is missing, a folder, and bytes that are no text", async () => {
  const next = "check the path and its permissions";
  assert.deepEqual(await faultsOf(readText(join(folder, "none.yaml"))), [
    `DIR/none.yaml:1:1: expected a readable file, found no such file; ${next}`,
  ]);
  await mkdir(join(folder, "sub"));
  assert.deepEqual(await faultsOf(readText(join(folder, "sub"))), [
    `DIR/sub:1:1: expected a readable file, found a folder; ${next}`,
  ]);
  await writeFile(join(folder, "latin.txt"), Buffer.from([0x61, 0xe9, 0x0a]));
  assert.deepEqual(await faultsOf(readText(join(folder, "latin.txt"))), [
    "DIR/latin.txt:1:1: expected UTF-8 text, found other bytes; save the file as UTF-8",
  ]);
});

test("articles are listed by slug, found by slug or path, and a wrong slug is answered with the nearest", async () => {
  const articles = join(folder, "articles");
  await mkdir(articles);
  for (const name of ["small.yaml", "other.yaml", "notes.txt"]) await writeFile(join(articles, name), ARTICLE);
  assert.deepEqual(await listArticles(articles), [
    { slug: "other", file: join(articles, "other.yaml") },
    { slug: "small", file: join(articles, "small.yaml") },
  ]);
  assert.deepEqual(await listArticles(join(folder, "nowhere")), []);
  assert.equal(await findArticle(articles, "small"), join(articles, "small.yaml"));
  assert.equal(await findArticle(articles, "mine/own.yaml"), "mine/own.yaml");
  assert.deepEqual(await faultsOf(findArticle(articles, "smal")), [
    'article: expected an article in DIR/articles/, found "smal"; did you mean "small"?',
  ]);
  assert.equal((await loadArticle(join(articles, "small.yaml"), smallTargets())).slug, "small");
});
