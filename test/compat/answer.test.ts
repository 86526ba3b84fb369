import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answers, readAnswers } from "../../scripts/compat/answer.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const read = (text: string, methods = ["GET"], ended = false): Answers => readAnswers(bytes(text), methods, ended);

/** What a client makes of the bytes, in short. */
const told = ({ interim, final, surplus, fault }: Answers) => ({
  interim: interim.map(({ answer, before }) => [answer.head.status, before]),
  final: final.map(({ head, framing, body, complete }) => [head.status, framing, body.toString("latin1"), complete]),
  surplus: surplus.toString("latin1"),
  fault,
});
const whole = (...final: unknown[][]) => ({ interim: [], final, surplus: "", fault: null });

test("a body is as long as Content-Length says, and what follows is the next answer", () => {
  const text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloHTTP/1.1 404 Not Found\r\ncontent-length:0\r\n\r\n";
  assert.deepEqual(told(read(text, ["GET", "GET"])), whole([200, "length", "hello", true], [404, "length", "", true]));
  assert.equal(read(text, ["GET"]).surplus.toString(), "HTTP/1.1 404 Not Found\r\ncontent-length:0\r\n\r\n");
});

test("chunks are joined, their extensions passed over, and trailers are fields of their own", () => {
  const { final, fault } = read(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" +
      '5;name=value\r\nhello\r\n00A ; q="x;y"\r\n, chunked!\r\n0;last\r\nX-Sum: 42\r\nX-Other:\r\n\r\n',
  );
  const [answer] = final;
  assert.equal(fault, null);
  assert.equal(answer?.body.toString(), "hello, chunked!");
  assert.deepEqual(answer?.sizes, ["5;name=value", '00A ; q="x;y"', "0;last"]);
  assert.deepEqual(
    answer?.trailers.map(({ name, value }) => [name, value]),
    [
      ["X-Sum", "42"],
      ["X-Other", ""],
    ],
  );
  assert.equal(answer?.complete, true);
});

test("data of a chunk may look like the end of one", () => {
  const text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n\r\n0\r\n\r\n\r\n0\r\n\r\n";
  assert.deepEqual(told(read(text)), whole([200, "chunked", "\r\n0\r\n\r\n", true]));
});

test("chunks win over a length, and a coding that is not the last but chunked ends with the connection", () => {
  const both = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n1\r\na\r\n0\r\n\r\n";
  assert.deepEqual(told(read(both)), whole([200, "chunked", "a", true]));
  const gzip = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\nContent-Length: 1\r\n\r\nabc";
  assert.deepEqual(told(read(gzip)), whole([200, "close", "abc", false]));
  assert.deepEqual(told(read(gzip, ["GET"], true)), whole([200, "close", "abc", true]));
});

test("answers to HEAD, 204 and 304 have no body, whatever their fields announce", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
  assert.deepEqual(told(read(head, ["HEAD"])), whole([200, "none", "", true]));
  assert.deepEqual(told(read(`${head}hello`, ["HEAD"])), { ...whole([200, "none", "", true]), surplus: "hello" });
  for (const status of ["204 No Content", "304 Not Modified"])
    assert.deepEqual(
      told(read(`HTTP/1.1 ${status}\r\nTransfer-Encoding: chunked\r\n\r\n`)),
      whole([Number(status.slice(0, 3)), "none", "", true]),
    );
});

test("interim answers stand before the final one and use up no request; 101 is final", () => {
  const text =
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na" +
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n";
  assert.deepEqual(told(read(text, ["POST", "POST"])), {
    ...whole([200, "length", "a", true], [204, "none", "", true]),
    interim: [
      [100, 0],
      [103, 0],
      [100, 1],
    ],
  });
  const switched = "HTTP/1.1 101 Switching Protocols\r\n\r\nraw";
  assert.deepEqual(told(read(switched)), { ...whole([101, "none", "", true]), surplus: "raw" });
});

test("an answer that is cut off says so, and where", () => {
  const length = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel";
  assert.deepEqual(told(read(length, ["GET"], true)), whole([200, "length", "hel", false]));
  const chunk = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel";
  assert.deepEqual(told(read(chunk, ["GET"], true)), whole([200, "chunked", "hel", false]));
  const last = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n0\r\n";
  assert.deepEqual(told(read(last, ["GET"], true)), whole([200, "chunked", "hel", false]));
  const head = "HTTP/1.1 200 OK\r\nContent-Le";
  assert.deepEqual(told(read(head)), whole());
  assert.match(read(head, ["GET"], true).fault ?? "", /cut off in its head, which begins at byte 0/);
});

test("what is no HTTP is told with its place, and kept", () => {
  assert.deepEqual(told(read("hello")), { ...whole(), surplus: "hello", fault: "no status line at byte 0" });
  assert.match(read("HTTP/1.1 20 OK\r\n\r\n").fault ?? "", /no status line at byte 0/);
  assert.match(read("HTTP/1.1 200 OK\r\nA: b\r\nBad Name: c\r\n\r\n").fault ?? "", /no header field at byte 23/);
  assert.match(read("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n").fault ?? "", /no header field at byte 23/);
  assert.match(read("HTTP/1.1 200 OK\r\nA: b\nB: c\r\n\r\n").fault ?? "", /no header field at byte 17/);
  const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  assert.equal(chunked.length, 47);
  assert.match(read(`${chunked}ZZ\r\nhello\r\n`).fault ?? "", /no chunk size at byte 47/);
  assert.match(read(`${chunked}5 \r\nhello\r\n`).fault ?? "", /no chunk size at byte 47/);
  assert.deepEqual(told(read(`${chunked}2\r\nhello\r\n`)), {
    ...{
      interim: [],
      final: [[200, "chunked", "he", false]],
      surplus: "llo\r\n",
      fault: "no end of a chunk at byte 52",
    },
  });
  for (const lengths of ["Content-Length: -1", "Content-Length: 5\r\nContent-Length: 6", "Content-Length: 5, 6"])
    assert.match(read(`HTTP/1.1 200 OK\r\n${lengths}\r\n\r\nhello`).fault ?? "", /no length of a body: "/);
  const twice = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello";
  assert.deepEqual(told(read(twice)), whole([200, "length", "hello", true]));
});

test("values stand without the white space around them, and each knows its place in the bytes", () => {
  const text = "HTTP/1.1 200 OK\r\nA: \t b c \t\r\nEmpty:\r\nC:d\r\nContent-Length: 0\r\n\r\n";
  const fields = read(text).final[0]?.head.fields ?? [];
  assert.deepEqual(
    fields.map(({ name, value }) => [name, value]),
    [
      ...[
        ["A", "b c"],
        ["Empty", ""],
        ["C", "d"],
        ["Content-Length", "0"],
      ],
    ],
  );
  for (const { value, from, to } of fields) assert.equal(text.slice(from, to), value);
});

test("the same bytes give the same answers however they were cut: every beginning is a beginning of the whole", () => {
  const text =
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\nab\r\n1\r\nc\r\n0\r\nT: 1\r\n\r\n" +
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nxyz";
  const all = read(text, ["POST", "GET"]);
  assert.deepEqual(
    all.final.map(({ body }) => body.toString()),
    ["abc", "xyz"],
  );
  for (let length = 0; length < text.length; length++) {
    const { final, interim, fault, surplus } = read(text.slice(0, length), ["POST", "GET"]);
    assert.equal(fault, null, `at ${length}`);
    assert.equal(surplus.length, 0);
    assert.ok(interim.length <= 1);
    final.forEach(({ body, complete, to }, nth) => {
      const end = all.final[nth]?.to ?? 0;
      assert.equal(complete, length >= end, `answer ${nth + 1} at ${length}`);
      assert.ok(all.final[nth]?.body.toString().startsWith(body.toString()));
      if (complete) assert.equal(to, end);
    });
  }
});
