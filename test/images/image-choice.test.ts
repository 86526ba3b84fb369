import assert from "node:assert/strict";
import { before, test } from "node:test";
import { loadTargets } from "../../scripts/articles/targets.ts";
import { chooseImages } from "../../scripts/images/image-choice.ts";
import { parseImageName } from "../../scripts/images/image-name.ts";
import { InputError } from "../../scripts/model/errors.ts";
import type { TargetsFile } from "../../scripts/model/target.ts";

const DIGEST = `sha256:${"0123456789abcdef".repeat(4)}`;
let targets: TargetsFile;
before(async () => {
  targets = await loadTargets(new URL("../../targets.yaml", import.meta.url).pathname);
});

test("a target with an app is a subject, anything else an image; without names every runtime with its service", () => {
  const kinds = (names: string[]) => chooseImages(names, targets).map(({ kind, name }) => `${kind} ${name}`);
  assert.deepEqual(kinds(["node-22/service", "debian:bookworm-slim", "localhost/rematch/load", "node-22/service"]), [
    ...["subject node-22/service", "image debian:bookworm-slim", "image localhost/rematch/load"],
  ]);
  const usual = kinds([]);
  for (const target of ["node-22", "scriptc-0.0.32", "scriptc-0.0.32-static"])
    assert.ok(usual.includes(`subject ${target}/service`), target);
  const others = Object.entries(targets.targets).filter(([, { dependencies, apps }]) => dependencies || apps);
  assert.ok(others.length > 10);
  for (const [target] of others) assert.ok(!usual.includes(`subject ${target}/service`), target);
});

test("names that nearly are subjects are not asked of a public registry, and every fault is told", () => {
  assert.throws(
    () => chooseImages(["node-22/servce", "scriptc-032/service", "UP/x", "someone/image"], targets),
    (error: Error) => {
      assert.ok(error instanceof InputError);
      const [app, target, image, ...more] = error.message.split("\n");
      assert.match(
        app ?? "",
        /expected an app of targets\.yaml with node-22, found "servce"; did you mean "service"\?/,
      );
      assert.match(
        target ?? "",
        /expected a target of targets\.yaml with service, found "scriptc-032"; .*docker\.io\/scriptc-032\/service/,
      );
      assert.match(image ?? "", /found "UP\/x"/);
      assert.deepEqual(more, []);
      return true;
    },
  );
});

test("names of images are taken as engines take them, digests apart", () => {
  const whole = `registry.example:5000/a/b_c:1.2-x@${DIGEST}`;
  assert.deepEqual(parseImageName(whole), { whole, tag: "registry.example:5000/a/b_c:1.2-x", digest: DIGEST });
  for (const name of [
    "debian",
    "debian:bookworm-slim",
    "localhost/rematch/node-22/service",
    `a@${DIGEST}`,
    "10.0.0.1:5/x",
  ])
    assert.equal(parseImageName(name).whole, name);
});

test("what no engine takes as a name is refused: options and escape sequences too", () => {
  for (const name of [
    "",
    "A",
    "-f",
    "a b",
    "a:",
    "a//b",
    "a@sha256:12",
    "--help",
    "\u001b[31ma",
    "a\n",
    "../x",
    `${"a".repeat(500)}`,
  ])
    assert.throws(() => parseImageName(name), InputError, JSON.stringify(name));
});
