// Builds that take minutes and hundreds of megabytes of packages, by hand: npm run test:heavy
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { runBuild } from "../../scripts/images/buildx.ts";
import { buildEach } from "../../scripts/images/images.ts";
import { targets } from "../plan/shipped.ts";
import { ROOT } from "../support/bench.ts";
import { builder, withoutEngine } from "../support/engine.ts";

const subject = async (target: string, app: string) => {
  const [built] = await buildEach(builder, [{ id: `${target}/${app}`, target, app }], targets);
  return built ?? assert.fail(`${target}/${app}`);
};

describe("Perry", { skip: withoutEngine }, () => {
  test("its toolchain: LLVM 22, and a small program linked with the static Polly", async () => {
    const { ok, log } = await runBuild({
      ...{ context: ROOT, dockerfile: join(ROOT, "Dockerfile.perry"), stage: "toolchain" },
      ...{ args: { BASE: builder.bases.bookworm.name }, to: { image: "localhost/rematch/test/perry-toolchain" } },
    });
    assert.ok(ok, log.slice(-3000));
  });

  test("its release on npm compiles a program that prints and ends", async () => {
    const { info, facts } = await subject("perry-npm", "hello");
    assert.equal(info.status, "built", JSON.stringify(info.failure));
    assert.equal(facts["app.prints"], "Hello, World!");
    assert.ok(Number(facts["binary.bytes"]) > 1_000_000, `${facts["binary.bytes"]} bytes`);
  });

  test("its release on npm does not link a node:http server: a result, with the linker's words", async () => {
    const { info } = await subject("perry-npm", "raw-http");
    assert.deepEqual([info.status, info.failure?.tool], ["build-failed", "perry"]);
    assert.ok(
      info.failure?.lines.some((line) => /undefined reference|libperry_ext_http/.test(line)),
      info.failure?.lines.join("\n"),
    );
  });

  test("a release that the registry does not have leaves the target unavailable, and says which", async () => {
    const { info } = await subject("perry-npm-0.5.1520", "hello");
    if (info.status === "built") return;
    assert.equal(info.status, "unavailable");
    assert.match(info.failure?.lines[0] ?? "", /^npm finds no such package/);
  });
});
