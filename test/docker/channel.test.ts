import assert from "node:assert/strict";
import { Duplex } from "node:stream";
import { test } from "node:test";
import Docker from "dockerode";
import { lineChannel } from "../../scripts/docker/channel.ts";

/** A frame as the engine sends it: stream number, three zeros, length, data. */
function frame(stream: 1 | 2, text: string | Buffer): Buffer {
  const data = Buffer.from(text);
  const head = Buffer.alloc(8);
  head.writeUInt8(stream, 0);
  head.writeUInt32BE(data.length, 4);
  return Buffer.concat([head, data]);
}

function attached() {
  const written: string[] = [];
  const stream = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  return { stream, written, channel: lineChannel(new Docker(), stream) };
}

test("lines are put together across frames, and several in one frame come apart", async () => {
  const { stream, channel } = attached();
  stream.push(frame(1, '{"a"'));
  stream.push(frame(1, ':1}\n{"b":2}\n{"c"'));
  stream.push(frame(1, ":3}\n"));
  assert.deepEqual(
    [await channel.read(), await channel.read(), await channel.read()],
    ['{"a":1}', '{"b":2}', '{"c":3}'],
  );
});

test("a character cut in two by frames stays whole", async () => {
  const { stream, channel } = attached();
  const bytes = Buffer.from("Zoë\n");
  stream.push(frame(1, bytes.subarray(0, 3)));
  stream.push(frame(1, bytes.subarray(3)));
  assert.equal(await channel.read(), "Zoë");
});

test("what goes to stderr is no answer", async () => {
  const { stream, channel } = attached();
  stream.push(frame(2, "warning\n"));
  stream.push(frame(1, "answer\n"));
  assert.equal(await channel.read(), "answer");
});

test("readers wait for lines to come and get null, all of them, once the container has ended", async () => {
  const { stream, channel } = attached();
  const [first, second, third] = [channel.read(), channel.read(), channel.read()];
  stream.push(frame(1, "one\n"));
  assert.equal(await first, "one");
  stream.push(null);
  assert.deepEqual([await second, await third, await channel.read()], [null, null, null]);
});

test("a line is written with its end", async () => {
  const { channel, written } = attached();
  channel.write("clock");
  assert.deepEqual(written, ["clock\n"]);
});
