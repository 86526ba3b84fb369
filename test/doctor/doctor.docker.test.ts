import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Check } from "../../scripts/doctor/check.ts";
import { bench } from "../support/bench.ts";
import { helpers, withoutEngine } from "../support/engine.ts";
import { docker } from "../support/outside.ts";
import { openRun } from "../support/run.ts";

describe("the doctor", { skip: withoutEngine }, () => {
  let image: string;
  let folder: string;
  before(async () => {
    image = (await helpers()).image;
    folder = await mkdtemp(join(tmpdir(), "doctor-"));
    // No run may measure meanwhile.
    await (await openRun()).close();
  });
  after(() => rm(folder, { recursive: true }));

  async function doctor(
    env: Record<string, string> = {},
  ): Promise<{ exitCode: number | undefined; check: (id: string) => Check }> {
    const { exitCode, stdout, stderr } = await bench(["doctor", "--json"], { REMATCH_RESULTS: folder, ...env });
    assert.equal(stderr, "");
    const checks: Check[] = JSON.parse(stdout).checks;
    for (const { id, state, found, remedy } of checks) {
      assert.notEqual(found, "", id);
      if (state === "warning" || state === "failure") assert.notEqual(remedy, null, id);
    }
    return { exitCode, check: (id) => checks.find((one) => one.id === id) ?? assert.fail(`no check ${id}`) };
  }
  const inside = (program: string, ...words: string[]) =>
    docker("run", "--rm", "--network", "none", "--entrypoint", program, image, ...words);

  test("tells what engine, kernel and tools say of themselves", async () => {
    const { exitCode, check } = await doctor();
    const info = (format: string) => docker("info", "--format", format);
    assert.equal(exitCode, 0);
    assert.ok(check("engine").found.startsWith(await info("{{.ServerVersion}}, {{.Driver}}")));
    assert.ok(check("engine").found.endsWith(`data in ${await info("{{.DockerRootDir}}")}`));
    assert.ok(
      check("cgroup").found.startsWith(
        await info("version {{.CgroupVersion}}, driver {{.CgroupDriver}}, limits memory"),
      ),
    );
    assert.ok(check("CPUs").found.startsWith(`${await info("{{.NCPU}}")} (`));
    const tools = check("load tools").found;
    for (const [tool, option] of [
      ["oha", "--version"],
      ["strace", "-V"],
    ] as const)
      assert.ok(
        (await inside(tool, option)).includes(tools.match(new RegExp(`${tool} ([^,]+)`))?.[1] ?? "missing"),
        tools,
      );
    const [first, last] = (await inside("cat", "/proc/sys/net/ipv4/ip_local_port_range")).split(/\s+/).map(Number);
    assert.ok(check("ports").found.startsWith(`${first}–${last}, ${(last ?? 0) - (first ?? 0) + 1} `));
    const free = Number((await inside("df", "-B1", "--output=avail", "/")).split("\n").at(-1)) / 1e9;
    assert.ok(Math.abs(Number.parseFloat(check("engine disk").found) - free) < 1, check("engine disk").found);
  });

  test("sees that the machine is busy, and by how much", async () => {
    const loop = "for i in $(seq $(nproc)); do (while :; do :; done) & done; wait";
    const id = await docker("run", "--detach", "--network", "none", "--entrypoint", "sh", image, "-c", loop);
    try {
      const { exitCode, check } = await doctor();
      assert.equal(exitCode, 0, "a warning fails nothing");
      const { state, found, remedy } = check("quiet now");
      assert.equal(state, "warning");
      assert.ok(Number.parseFloat(found) > 60, found);
      assert.match(remedy ?? "", /samples wait for quiet/);
    } finally {
      await docker("rm", "--force", id);
    }
  });

  test("with the hold's name taken by others it still checks everything else: one failure", async () => {
    const id = await docker("create", "--name", "rematch-anchor", "--network", "none", "--entrypoint", "true", image);
    try {
      const { exitCode, check } = await doctor();
      assert.equal(exitCode, 1);
      for (const name of ["engine", "buildx", "results disk", "base images", "other runs", "leftovers", "cgroup"])
        assert.equal(check(name).state, "ok", name);
      const { state, found, remedy } = check("host");
      assert.deepEqual([state, remedy], ["failure", "give it another name: docker rename rematch-anchor OTHER-NAME"]);
      assert.ok(found.includes(id.slice(0, 12)), found);
    } finally {
      await docker("rm", id);
    }
  });

  test("a base image that cannot be had, and results that cannot be written, fail with what helps", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const base = "localhost:9/none:1";
    const { exitCode, check } = await doctor({ REMATCH_BASE_BOOKWORM: base, REMATCH_RESULTS: join(file, "results") });
    const lost = await doctor({ REMATCH_KEPT: join(folder, "kept") });
    assert.match(lost.check("results disk").found, /the only one that outlives the container/);
    assert.equal(exitCode, 1);
    const images = check("base images");
    assert.equal(images.state, "failure");
    assert.match(images.found, /localhost:9\/none:1: no registry answers$/);
    assert.match(
      images.remedy ?? "",
      /docker pull localhost:9\/none:1, or unset REMATCH_BASE_BOOKWORM and run docker\/up\.sh/,
    );
    const results = check("results disk");
    assert.equal(results.state, "failure");
    assert.match(results.found, /cannot write results to \S+\/file\/results: a part of that path is a file/);
  });
});
