import assert from "node:assert/strict";
import { test } from "node:test";
import { contractBreaches, parseResponse, requestOf } from "../../scripts/measure/contract.ts";
import type { Contract } from "../../scripts/model/target.ts";

const CONTRACT: Contract = {
  method: "GET",
  path: "/health",
  status: 200,
  contentType: "application/json",
  body: '{"status":"ok"}',
};
const response = (head: string[], body: string) => `${head.join("\r\n")}\r\n\r\n${body}`;
const GOOD = response(["HTTP/1.1 200 OK", "Content-Type: application/json", "Content-Length: 15"], '{"status":"ok"}');

test("a request holds what HTTP/1.1 needs and nothing more", () => {
  assert.equal(requestOf(CONTRACT, 3000), "GET /health HTTP/1.1\r\nHost: 127.0.0.1:3000\r\n\r\n");
});

test("a request that sends something says what it is and how many bytes it has", () => {
  const send = { contentType: "application/json", body: '{"name":"Zoë"}' };
  assert.equal(
    requestOf({ ...CONTRACT, method: "POST", path: "/echo", send }, 3000),
    "POST /echo HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n" +
      '{"name":"Zoë"}',
  );
});

test("a response as agreed has no breach; its bytes are those on the wire", () => {
  assert.deepEqual(contractBreaches(CONTRACT, GOOD), []);
  assert.equal(parseResponse(GOOD)?.bytes, 86);
});

test("names of headers may be in any case, and padding around values is no part of them", () => {
  const raw = GOOD.replace("Content-Type: application/json", "content-TYPE:   application/json  ");
  assert.deepEqual(contractBreaches(CONTRACT, raw), []);
});

test("a chunked body is put together, with sizes in any case, extensions and trailers", () => {
  const head = ["HTTP/1.1 200 OK", "Content-Type: application/json", "Transfer-Encoding: chunked"];
  const raw = response(head, '9;note=1\r\n{"status"\r\n6\r\n:"ok"}\r\n0\r\nX-Sum: 1\r\n\r\n');
  assert.deepEqual(contractBreaches(CONTRACT, raw), []);
  const long = { ...CONTRACT, body: "abcdefghijklmnopqrstuvwxyz" };
  assert.deepEqual(contractBreaches(long, response(head, "1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n")), []);
});

test("bodies are compared as UTF-8 text", () => {
  const text = Buffer.from('{"name":"Zoë"}', "utf8").toString("latin1");
  const raw = response(["HTTP/1.1 200 OK", "Content-Type: application/json", "Content-Length: 15"], text);
  assert.deepEqual(contractBreaches({ ...CONTRACT, body: '{"name":"Zoë"}' }, raw), []);
});

const breaches: [string, string, string[]][] = [
  ["another status", GOOD.replace("200 OK", "500 Oops"), ["status: expected 200, found 500"]],
  [
    "another type",
    GOOD.replace("application/json", "text/plain"),
    ['content-type: expected "application/json", found "text/plain"'],
  ],
  [
    "a type with a parameter that was not agreed",
    GOOD.replace("application/json", "application/json; charset=utf-8"),
    ['content-type: expected "application/json", found "application/json; charset=utf-8"'],
  ],
  [
    "no type at all",
    GOOD.replace("Content-Type: application/json\r\n", ""),
    ['content-type: expected "application/json", found "none"'],
  ],
  [
    "another body",
    GOOD.replace("ok", "no"),
    ['body: expected "{\\"status\\":\\"ok\\"}", found "{\\"status\\":\\"no\\"}"'],
  ],
  ["a body cut off", GOOD.slice(0, -5), ['body: expected "{\\"status\\":\\"ok\\"}", found "{\\"status\\":"']],
  [
    "bytes after the body",
    `${GOOD}HTTP`,
    ['body: expected "{\\"status\\":\\"ok\\"}", found "{\\"status\\":\\"ok\\"}HTTP"'],
  ],
];
for (const [what, raw, expected] of breaches) {
  test(`${what} is a breach that is named`, () => assert.deepEqual(contractBreaches(CONTRACT, raw), expected));
}

test("a header that is asked for has to stand there in that spelling, with that value", () => {
  const asked = (headers: string[]) => contractBreaches({ ...CONTRACT, headers }, GOOD);
  assert.deepEqual(asked(["Content-Length: 15", "Content-Type: application/json"]), []);
  assert.deepEqual(asked(["content-length: 15"]), [
    'header content-length: expected "content-length: 15", found "Content-Length: 15"',
  ]);
  assert.deepEqual(asked(["Content-Length: 16"]), [
    'header content-length: expected "Content-Length: 16", found "Content-Length: 15"',
  ]);
  assert.deepEqual(asked(["x-foo: bar"]), ['header x-foo: expected "x-foo: bar", found "none"']);
});

test("every point that differs is named", () => {
  const raw = response(["HTTP/1.1 404 Not Found", "Content-Type: text/html"], "gone");
  assert.equal(contractBreaches(CONTRACT, raw).length, 3);
});

test("what is no whole HTTP response is said to be none", () => {
  const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const raw of [
    "",
    "hello",
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n",
    `${head}9\r\n{"stat`,
    `${head}xyz`,
  ]) {
    assert.equal(parseResponse(raw), null, raw);
    assert.match(contractBreaches(CONTRACT, raw)[0] ?? "", /^expected an HTTP response, found "/);
  }
});
