import assert from "node:assert/strict";
import { test } from "node:test";
import { converse, IDLE_MS, QUIET_MS } from "../../scripts/compat/conversation.ts";
import { type CompatCase, compatCaseSchema } from "../../scripts/model/compat-case.ts";
import { scriptedLine } from "./scripted-line.ts";

const asked = (changes: object): CompatCase =>
  compatCaseSchema.parse({
    ...{ name: "test", why: "it is a test", section: "none", answers: ["GET"], steps: [{ send: ["a"] }], ends: "open" },
    ...changes,
  });
const ok = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const texts = (parts: Buffer[]) => parts.map((part) => part.toString("latin1"));

test("an answer is whole when its framing says so: only then the next request is sent", async () => {
  const line = scriptedLine(ok("one").slice(0, 20), ok("one").slice(20), ok("two"));
  const steps = [
    { send: ["first"], until: 1 },
    { send: ["second"], until: 2 },
  ];
  const { parts, met, end, answers } = await converse(line, asked({ answers: ["GET", "GET"], steps }));
  assert.deepEqual(line.log, [
    ...["send first", `hear ${IDLE_MS}`, `hear ${IDLE_MS}`, "send second", `hear ${IDLE_MS}`, `hear ${QUIET_MS}`],
  ]);
  assert.deepEqual(texts(parts), [ok("one"), ok("two")]);
  assert.deepEqual([met, end, answers.final.length], [[true, true], "open", 2]);
});

test("what comes behind the last answer is heard, until silence or the end", async () => {
  const silent = await converse(scriptedLine(ok("one"), "surplus"), asked({}));
  assert.deepEqual([texts(silent.parts), silent.end], [[`${ok("one")}surplus`], "open"]);
  const closed = await converse(scriptedLine(ok("one"), "surplus", "END"), asked({}));
  assert.deepEqual([texts(closed.parts), closed.end], [[`${ok("one")}surplus`], "closed"]);
});

test("an end that the case says comes is waited for as long as an answer; silence is told apart from it", async () => {
  const line = scriptedLine(ok("one"), "SILENCE");
  assert.equal((await converse(line, asked({ ends: "closed", idle: 77 }))).end, "open");
  assert.deepEqual(line.log.slice(1), ["hear 77", "hear 77"]);
  assert.equal((await converse(scriptedLine(ok("one"), "END"), asked({ ends: "closed" }))).end, "closed");
  assert.equal((await converse(scriptedLine(ok("one"), "RESET"), asked({ ends: "closed" }))).end, "reset");
});

test("a body that ends with the connection is whole after an end in order, and not after a reset or silence", async () => {
  const answer = "HTTP/1.0 200 OK\r\n\r\nhello";
  const whole = async (...said: string[]) =>
    (await converse(scriptedLine(answer, ...said), asked({ ends: "closed" }))).answers.final[0]?.complete;
  assert.deepEqual([await whole("END"), await whole("RESET"), await whole("SILENCE")], [true, false, false]);
});

test("an interim answer that does not come holds nothing up; a final one that does not ends the conversation", async () => {
  const steps = [
    { send: ["head"], until: "interim" },
    { send: ["body"], until: 1 },
  ];
  const late = scriptedLine("SILENCE", ok("late"));
  const told = await converse(late, asked({ answers: ["POST"], steps }));
  assert.deepEqual(
    [told.met, texts(told.parts)],
    [
      [false, true],
      ["", ok("late")],
    ],
  );
  const refused = await converse(scriptedLine(ok("no"), "END"), asked({ answers: ["POST"], steps }));
  assert.deepEqual(refused.met, [true, true], "a final answer at once is an answer too");
  const mute = scriptedLine("SILENCE");
  const pair = [
    { send: ["first"], until: 1 },
    { send: ["second"], until: 2 },
  ];
  const { met, end } = await converse(mute, asked({ answers: ["GET", "GET"], steps: pair }));
  assert.deepEqual([met, end], [[false], "open"]);
  assert.ok(!mute.log.includes("send second"));
});

test("before a step with a pause so long a silence is listened for, and repeated bytes are sent as often as said", async () => {
  const line = scriptedLine("SILENCE", ok("one"));
  await converse(line, asked({ steps: [{ pause: 30, send: ["a", { repeat: "xy", times: 3 }, "\xff"] }] }));
  assert.deepEqual(line.log.slice(0, 2), ["hear 30", "send axyxyxy\xff"]);
});
