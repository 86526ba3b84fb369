/** What makes a run impossible, told by the command line as a process: the message, the exit code, and nothing left. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { execa } from "execa";
import { bench } from "./support/bench.ts";
import { engine, helpers, withoutEngine } from "./support/engine.ts";
import { docker } from "./support/outside.ts";
import { openRun } from "./support/run.ts";

describe("a run that cannot be made", { skip: withoutEngine }, () => {
  let folder: string;
  let image: string;
  before(async () => {
    image = (await helpers()).image;
    folder = await mkdtemp(join(tmpdir(), "refusals-"));
    await (await openRun()).close();
  });
  after(() => rm(folder, { recursive: true }));

  /** The last line of a run that fails by itself. */
  async function refusal(env: Record<string, string>): Promise<string> {
    const { exitCode, stdout, stderr } = await bench(["run", "--claims", "rss-ratio"], {
      REMATCH_RESULTS: folder,
      ...env,
    });
    assert.deepEqual([exitCode, stdout], [3, ""], stderr);
    assert.doesNotMatch(stderr, /^ +at /m);
    assert.deepEqual(await engine.leftovers(), []);
    return stderr.split("\n").at(-1) ?? "";
  }

  test("without a base image it names the command that helps, and the log of the build", async () => {
    const said = await refusal({ REMATCH_BASE_BOOKWORM: "localhost:9/none:1" });
    assert.match(
      said,
      /^the helper image load could not be built: the image localhost:9\/none:1 cannot be had: no registry answers: /,
    );
    assert.match(
      said,
      /; run: docker pull localhost:9\/none:1, or unset REMATCH_BASE_BOOKWORM and run docker\/up\.sh; the log: /,
    );
    const log = said.match(/the log: (\S+)$/)?.[1] ?? "none";
    assert.match(await readFile(log, "utf8"), /^\$ docker buildx build /);
  });

  test("with the hold's name taken by others it names the container", async () => {
    const id = await docker("create", "--name", "rematch-anchor", "--network", "none", "--entrypoint", "true", image);
    try {
      const said = await refusal({});
      assert.ok(said.startsWith(`container ${id.slice(0, 12)} has the name rematch-anchor and is not ours`), said);
    } finally {
      await docker("rm", id);
    }
  });

  test("where results cannot be written it says where", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    const said = await refusal({ REMATCH_RESULTS: join(file, "results") });
    assert.match(
      said,
      /^cannot create the results folder \S+\/file\/results: a part of that path is a file, not a folder; /,
    );
  });

  test("on a disk that is too small it says which file found no room", async (context) => {
    const disk = await mkdtemp(join(folder, "disk-"));
    const mounted = await execa("mount", ["-t", "tmpfs", "-o", "size=16k", "rematch-test", disk], { reject: false });
    if (mounted.failed) return context.skip("nothing can be mounted here");
    try {
      const said = await refusal({ REMATCH_RESULTS: disk });
      assert.match(
        said,
        /^cannot write .*: no space left on the disk; free some space there, or name a results folder on another/,
      );
      assert.equal((await readdir(disk)).length > 0, true);
    } finally {
      await execa("umount", ["-l", disk]);
    }
  });
});
