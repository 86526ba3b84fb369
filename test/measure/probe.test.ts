import assert from "node:assert/strict";
import { test } from "node:test";
import { base64, Probe, ProbeError, ProbeRefusal } from "../../scripts/measure/probe.ts";
import { cgroupOf } from "../../scripts/measure/process.ts";
import type { Channel } from "../../scripts/model/engine.ts";

/** A channel that answers with these lines, one for each reading, and then ends. */
function scripted(...answers: string[]) {
  const written: string[] = [];
  const left = [...answers];
  const channel: Channel = {
    write: (line) => void written.push(line),
    read: async () => left.shift() ?? null,
    ended: new Promise(() => {}),
    close: () => {},
  };
  return { probe: new Probe(channel), written };
}

test("answers reach the commands in the order in which these were sent, also when sent ahead", async () => {
  const { probe, written } = scripted('{"ns":1}', '{"ns":2}', '{"ns":3}');
  const answers = await Promise.all([probe.ask("clock"), probe.ask("clock", 7), probe.ask("clock")]);
  assert.deepEqual(answers, [{ ns: 1 }, { ns: 2 }, { ns: 3 }]);
  assert.deepEqual(written, ["clock", "clock 7", "clock"]);
});

test("a probe that has gone is a fault of the helper, for every command that still waits", async () => {
  const { probe } = scripted('{"ns":1}');
  const [first, second, third] = await Promise.allSettled([probe.ask("clock"), probe.ask("clock"), probe.ask("clock")]);
  assert.equal(first.status, "fulfilled");
  for (const end of [second, third]) assert.ok(end.status === "rejected" && end.reason instanceof ProbeError);
});

test("an answer that is no JSON is a fault of the helper", async () => {
  await assert.rejects(scripted("Segmentation fault").probe.ask("clock"), ProbeError);
});

test("a refused command carries the kernel's errno, and the commands behind it go on", async () => {
  const { probe } = scripted('{"error":"exec: No such file or directory","errno":2}', '{"ns":5}');
  const refused = probe.ask("start");
  const next = probe.ask("clock");
  await assert.rejects(refused, (error) => error instanceof ProbeRefusal && error.errno === 2);
  assert.deepEqual(await next, { ns: 5 });
});

test("no argument disappears between two others, not even an empty one", () => {
  assert.equal(base64("ok"), "b2s=");
  assert.equal(base64(""), "=");
});

test("files come back as text, and those that could not be read with their errno", async () => {
  const files =
    '[{"path":"/proc/1/status","data":"TmFtZTo="},{"path":"/proc/2/status","errno":2},{"path":"/x","data":""}]';
  const { probe, written } = scripted(`{"before":1,"after":2,"files":${files}}`);
  const read = await probe.read("/proc/1/status", "/proc/2/status", "/x");
  assert.deepEqual(written, ["read /proc/1/status /proc/2/status /x"]);
  assert.equal(read.files.get("/proc/1/status")?.text, "Name:");
  assert.deepEqual(read.files.get("/proc/2/status"), { path: "/proc/2/status", text: null, errno: 2 });
  assert.equal(read.files.get("/x")?.text, "");
});

test("arguments of a tool travel as NUL-terminated words, spaces and empty ones included", async () => {
  const { probe, written } = scripted('{"pid":44}');
  assert.equal(await probe.spawn(["wrk", "-H", "Connection: close", ""]), 44);
  assert.equal(Buffer.from(written[0]?.split(" ")[1] ?? "", "base64").toString(), "wrk\0-H\0Connection: close\0\0");
});

test("a cgroup that cannot be read is one without files, not a guess", async () => {
  const { probe } = scripted('{"before":1,"after":2,"files":[{"path":"/proc/9/cgroup","errno":2}]}');
  assert.equal((await cgroupOf(probe, 9)).path("memory", "memory.max"), null);
});
