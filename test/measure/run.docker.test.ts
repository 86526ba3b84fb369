import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { StartFailure } from "../../scripts/measure/process.ts";
import { checkOutput, takeRun } from "../../scripts/measure/run.ts";
import type { ProgramGuest, Sandbox } from "../../scripts/measure/sandbox.ts";
import { openSandbox } from "../../scripts/measure/sandbox.ts";
import { withoutEngine } from "../support/engine.ts";
import { fixture, openRun, type TestRun } from "../support/run.ts";

const MIB = 1024 * 1024;

describe("a run of a program that ends", { skip: withoutEngine }, () => {
  let run: TestRun;
  before(async () => {
    run = await openRun();
  });
  after(() => run.close());

  /** A program of the helper image, with what it has to print. */
  async function inRun<T>(
    command: string[],
    prints: string,
    use: (sandbox: Sandbox, guest: ProgramGuest) => Promise<T>,
  ) {
    const { app: _, ...rest } = fixture(run.kit, [], { command });
    const guest: ProgramGuest = { ...rest, program: { about: "", prints } };
    const sandbox = await openSandbox(run.kit, guest);
    try {
      return await use(sandbox, guest);
    } finally {
      await sandbox.close();
    }
  }
  const valuesOf = (command: string[]) =>
    inRun(command, "-", async (sandbox, guest) => (await takeRun(sandbox, guest, 1)).values);
  const rejected = (command: string[], prints: string) =>
    inRun(command, prints, (sandbox, guest) =>
      checkOutput(sandbox, guest).then(
        () => "accepted",
        (error: Error) => (error instanceof StartFailure ? error.message : `no StartFailure: ${error.message}`),
      ),
    );

  test("its time is that from exec to its end: a sleep's own, and little more", async () => {
    const [short = 0, long = 0] = [
      (await valuesOf(["/bin/sleep", "0.1"]))["run-time"],
      (await valuesOf(["/bin/sleep", "0.4"]))["run-time"],
    ];
    assert.ok(short >= 100, `${short} ms`);
    assert.ok(Math.abs(long - short - 300) < 100, `300 ms more of sleep took ${long - short} ms more`);
  });

  test("its peak is its own: 64 MiB more that it touches are 64 MiB more", async () => {
    const filled = (mib: number) => [
      "/usr/bin/perl",
      "-e",
      `my $x = "a" x (${mib} * 1048576); substr($x, 1, 1) = "b";`,
    ];
    const [small = 0, large = 0] = [(await valuesOf(filled(16)))["peak-rss"], (await valuesOf(filled(80)))["peak-rss"]];
    const factor = (large - small) / (64 * MIB);
    // Perl may build the string beside the variable: then both copies are the program's.
    assert.ok(Math.abs(factor - Math.round(factor)) < 0.05 && factor >= 0.95, `${large - small} bytes more`);
  });

  test("what it prints is held against what it has to, and so is its status", async () => {
    assert.equal(await rejected(["/bin/echo", "done"], "done\n"), "accepted");
    assert.equal(await rejected(["/bin/echo", "else"], "done\n"), 'it printed "else\\n", expected "done\\n"');
    assert.equal(await rejected(["/bin/false"], "done\n"), "the program ended with status 1");
    assert.equal(await rejected(["/bin/nothing"], "done\n"), "/bin/nothing could not be executed: ENOENT");
  });
});
