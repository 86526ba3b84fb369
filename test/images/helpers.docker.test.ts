import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Builder } from "../../scripts/images/builder.ts";
import { buildHelpers } from "../../scripts/images/helpers.ts";
import { KitError } from "../../scripts/model/errors.ts";
import { engine, machineBases, noEngine, removeImages } from "./engine.ts";
import { scratchFolder } from "./scratch.ts";

const skip = noEngine;
const names = { load: "localhost/rematch/test-helpers/load", probe: "localhost/rematch/test-helpers/probe" };
const says = (tool: string, text: string) =>
  `printf '#!/bin/sh\\necho "${text}"\\n' > /bin/${tool} && chmod +x /bin/${tool}`;
/** The real stages' names with tools that only know their version; `oha` and `go` are what their stages run. */
const loadFile = (oha: string, go = says("bombardier", "bombardier version 1.2.6 linux/amd64")) => `ARG BASE
FROM \${BASE} AS build
RUN mkdir /out && ${oha}
FROM \${BASE} AS bombardier
RUN mkdir /out && ${go}
FROM \${BASE} AS load-wrk
RUN ${says("wrk", "wrk debian/4.1.0-3+b2 [epoll]")} && ${says("strace", "strace -- version 6.1")}
FROM load-wrk AS load-oha
COPY --from=build /bin/oha /bin/oha
FROM load-oha AS load-bombardier
COPY --from=bombardier /bin/bombardier /bin/bombardier
FROM load-oha AS load
`;
const PROBE = `ARG LOAD
FROM \${LOAD} AS probe
RUN mkdir /rematch
`;

const notes: string[] = [];
async function builderFor(load: string): Promise<Builder> {
  const root = scratchFolder();
  for (const [name, text] of Object.entries({ load, probe: PROBE })) {
    await mkdir(join(root, "docker", name), { recursive: true });
    await writeFile(join(root, "docker", name, "Dockerfile"), text);
  }
  const progress = { phase() {}, step() {}, end() {}, note: (text: string) => notes.push(text) };
  return {
    root,
    bases: await machineBases(),
    engine,
    saveLog: async (name) => name,
    progress,
    cache: join(root, "cache"),
  };
}
after(async () => {
  if (!skip) await removeImages(names.probe, names.load);
});

test("all load tools with the versions they give themselves", { skip }, async () => {
  const helpers = await buildHelpers(await builderFor(loadFile(says("oha", "oha 1.16.0"))), ["oha"], names);
  assert.deepEqual(helpers.tools, { oha: "1.16.0", strace: "6.1", wrk: "4.1.0-3+b2" });
  assert.equal(helpers.lacking, null);
  assert.equal(helpers.image, names.probe);
  assert.equal((await engine.image(names.probe))?.architecture, helpers.architecture);
});

test("bombardier is built where it is asked for, and the others are there without it", { skip }, async () => {
  const oha = says("oha", "oha 1.16.0");
  const all = await buildHelpers(await builderFor(loadFile(oha)), ["bombardier"], names);
  assert.deepEqual(all.tools, { bombardier: "1.2.6", oha: "1.16.0", strace: "6.1", wrk: "4.1.0-3+b2" });
  const offline = "echo 'proxy.golang.org: no such host' && exit 1";
  const without = await buildHelpers(await builderFor(loadFile(oha, offline)), ["bombardier"], names);
  assert.deepEqual(Object.keys(without.tools), ["oha", "strace", "wrk"]);
  assert.match(without.lacking ?? "", /no such host/);
  const light = await buildHelpers(await builderFor(loadFile("exit 1", "exit 1")), ["wrk"], names);
  assert.deepEqual([Object.keys(light.tools), light.lacking], [["strace", "wrk"], null]);
});

test("without oha the other tools stay, and the reason is told", { skip }, async () => {
  const offline = "echo 'warning: spurious network error (3 tries remaining): Could not resolve host' && exit 101";
  const helpers = await buildHelpers(await builderFor(loadFile(offline)), ["bombardier"], names);
  assert.deepEqual(Object.keys(helpers.tools), ["strace", "wrk"]);
  assert.match(helpers.lacking ?? "", /cannot reach its packages: .*Could not resolve host/);
  assert.ok(notes.some((note) => note.startsWith("not all load tools could be built")));
});

test("where nothing can be built on, the kit says so at once, with the command that helps and the log", {
  skip,
}, async () => {
  const builder = { ...(await builderFor(loadFile("true"))), folder: "/results/run" };
  const name = "localhost/rematch/base/no-such-suite";
  for (const [source, next] of [
    ["registry", "run docker/up.sh, which builds a base from Debian packages where no registry answers"],
    ["user", `run: docker pull ${name}, or unset REMATCH_BASE_BOOKWORM and run docker/up.sh`],
  ] as const) {
    notes.length = 0;
    const bases = { ...builder.bases, bookworm: { name, source } };
    await assert.rejects(buildHelpers({ ...builder, bases }, ["oha"], names), (error) => {
      assert.ok(error instanceof KitError);
      assert.match(
        error.what,
        /^the helper image load could not be built: the image .*no-such-suite.* cannot be had: /,
      );
      assert.equal(error.next, `${next}; the log: /results/run/build load`);
      return true;
    });
    assert.deepEqual(notes, []);
  }
});

test("where another step fails, the log is named", { skip }, async () => {
  const builder = { ...(await builderFor(loadFile(says("oha", "oha 1.16.0")))), folder: "/results/run" };
  await writeFile(join(builder.root, "docker", "probe", "Dockerfile"), PROBE.replace("mkdir /rematch", "exit 3"));
  await assert.rejects(buildHelpers(builder, ["oha"], names), (error) => {
    assert.ok(error instanceof KitError);
    assert.match(error.what, /^the helper image probe could not be built: a step failed: docker, exit code 3/);
    assert.equal(error.next, "see the log: /results/run/build probe");
    return true;
  });
});
