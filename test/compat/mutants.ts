import type { Verdict } from "../../scripts/model/compat-report.ts";
import type { Script } from "./replay.ts";

/** A server that answers as Node does but for one point, and what has to be said of it. */
export interface Mutant {
  change(script: Script): Script;
  verdict: Verdict;
  /** What differs, all of it, by name. */
  differs: string[];
}

/** One text for another in the only part that has it, exactly once. */
const swap =
  (from: string, to: string) =>
  (script: Script): Script => {
    const all = script.parts.join("");
    if (all.split(from).length !== 2) throw new Error(`"${from}" is there ${all.split(from).length - 1} times`);
    return { ...script, parts: script.parts.map((part) => part.replace(from, () => to)) };
  };
/** One byte for another at a place. */
const byteAt =
  (at: number) =>
  (script: Script): Script => {
    const [part = ""] = script.parts;
    return { ...script, parts: [`${part.slice(0, at)}${part[at] === "0" ? "1" : "0"}${part.slice(at + 1)}`] };
  };
const append =
  (text: string) =>
  (script: Script): Script => ({ ...script, parts: [...script.parts.slice(0, -1), script.parts.at(-1) + text] });
const silent = (script: Script): Script => ({ parts: script.parts.map(() => ""), closes: false });
const stayOpen = (script: Script): Script => ({ ...script, closes: false });
const field =
  (name: string, line: string) =>
  (script: Script): Script => {
    const pattern = new RegExp(`\\r\\n${name}: [^\\r]*`, "i");
    const changed = script.parts.map((part) => part.replace(pattern, () => (line === "" ? "" : `\r\n${line}`)));
    if (changed.join("") === script.parts.join("")) throw new Error(`there is no field ${name}`);
    return { ...script, parts: changed };
  };
const addField =
  (line: string) =>
  (script: Script): Script => {
    const [first = "", ...others] = script.parts;
    return { ...script, parts: [first.replace("\r\n", () => `\r\n${line}\r\n`), ...others] };
  };
const status = (from: string, to: string): Mutant => ({
  change: swap(` ${from}`, ` ${to}`),
  verdict: "different",
  differs: ["status"],
});
const body = (from: string, to: string, differs = ["body"]): Mutant => ({
  change: swap(from, to),
  verdict: "different",
  differs,
});
const same = (change: Mutant["change"], ...differs: string[]): Mutant => ({ change, verdict: "same-answer", differs });

/** Of every case a server that deviates in just the point that the case is about. */
export const MUTANTS: Record<string, Mutant> = {
  "get-root": body("Hello, World!", "Hello, World?"),
  "get-plain-implicit-headers": same(
    (script) =>
      swap(
        "\r\n\r\nplain",
        "\r\n\r\n5\r\nplain\r\n0\r\n\r\n",
      )(field("Content-Length", "Transfer-Encoding: chunked")(script)),
    ...["framing", "header content-length", "header transfer-encoding"],
  ),
  "get-404": status("404 Not Found", "200 OK"),
  "head-root": { change: append("Hello, World!"), verdict: "different", differs: ["bytes behind the last answer"] },
  "post-echo-content-length": body("hello there", "hello ther?"),
  "post-echo-empty": body('"body":""', '"body":[]'),
  "post-echo-chunked": body("hello there", "5hello ther"),
  "req-headers-join": body('"e1, e2"', '"e1,e2" '),
  "stream-chunked": same(swap("4\r\none,\r\n4\r\ntwo,\r\n5\r\nthree\r\n", "d\r\none,two,three\r\n"), "chunk sizes"),
  "async-handler": body("5\r\nlater\r\n", ""),
  "timer-handler": { change: silent, verdict: "no-answer", differs: ["answer"] },
  "status-message": same(swap("Fine By Us", "Accepted"), "reason phrase"),
  "status-204": same(addField("Content-Length: 0"), "header content-length"),
  "headers-api": same(swap("X-Kept: kept", "x-kept: kept"), "spelling of x-kept"),
  "finish-event": body("\r\n1\r\n1\r\n0", "\r\n1\r\n0\r\n0", ["answer 2: body"]),
  "keep-alive-pair": {
    change: ({ parts }) => ({ parts: parts.slice(0, 1), closes: true }),
    verdict: "different",
    differs: ["number of answers", "answer to step 2", "connection"],
  },
  "http10-default-close": { change: stayOpen, verdict: "different", differs: ["whole", "connection"] },
  "http10-keep-alive": same(field("Connection", "Connection: close"), "header connection"),
  "expect-100-continue": same(
    ({ parts, closes }) => ({ parts: ["", ...parts.slice(1)], closes }),
    "interim answers",
    "answer to step 1",
  ),
  // Its answer has no length, so it ends with the connection: a client would wait for more.
  "bad-request-line": { change: stayOpen, verdict: "different", differs: ["whole", "connection"] },
  "unknown-transfer-encoding": status("400 Bad Request", "200 OK"),
  "oversized-headers": status("431 Request Header Fields Too Large", "200 OK"),
  "query-url": body("two words", "two+words"),
  "set-cookie-array": same(
    swap("Set-Cookie: a=1; Path=/\r\nSet-Cookie: b=2; HttpOnly", "Set-Cookie: a=1; Path=/, b=2; HttpOnly"),
    "header set-cookie",
  ),
  "head-implicit-length": same(addField("X-Length: 5"), "header x-length"),
  "remote-address": body("127.0.0.1", "127.0.0.2"),
  "big-body-1mb": { change: byteAt(700_000), verdict: "different", differs: ["body"] },
  "double-end": {
    change: ({ parts: [first = "", ...others], closes }) => ({ parts: [`${first}second`, ...others], closes }),
    verdict: "different",
    differs: ["number of answers", "bytes behind the last answer", "grammar", "answer to step 2"],
  },
  "write-after-end": body("ERR_STREAM_WRITE_AFTER_END", "ERR_STREAM_DESTROYED______", ["answer 2: body"]),
  "chunk-extension": status("200 OK", "400 Bad Request"),
  "chunked-with-trailers": body('{"x-sum":"42"}', '{"x-sum":null}'),
  "malformed-chunk-size": status("400 Bad Request", "200 OK"),
  "header-space-in-name": status("400 Bad Request", "200 OK"),
  "obsolete-line-folding": status("400 Bad Request", "200 OK"),
  "pipelined-post-then-get": {
    change: ({ parts: [all = ""], closes }) => {
      const second = all.lastIndexOf("HTTP/1.1");
      return { parts: [all.slice(second) + all.slice(0, second)], closes };
    },
    verdict: "different",
    differs: [
      ...["answer 1: body", "answer 2: body"],
      ...["framing", "header content-length", "header content-type", "header transfer-encoding"].map(
        (what) => `answer 1: ${what}`,
      ),
      ...["framing", "header content-length", "header content-type", "header transfer-encoding"].map(
        (what) => `answer 2: ${what}`,
      ),
    ],
  },
  "delete-method": status("200 OK", "405 Method Not Allowed"),
  "named-group-param": body('"42"', "null"),
  "named-group-optional-absent": body('"extension":null', '"extension":""  '),
};

/** Deviations that any answer may have, made from that to GET /. */
export const GENERAL: Record<string, Mutant> = {
  "another date": { change: field("Date", "Date: Mon, 29 Feb 2016 23:59:59 GMT"), verdict: "identical", differs: [] },
  "a date of another form": same(field("Date", "Date: 2016-02-29T23:59:59Z"), "header date"),
  "no date": same(field("Date", ""), "header date"),
  "a field more": same(addField("Server: other"), "header server"),
  "another value": same(swap("charset=utf-8", "charset=UTF-8"), "header content-type"),
  "a field twice": same(addField("Connection: keep-alive"), "header connection"),
  "another order": same(
    (script) => addField("Connection: keep-alive")(field("Connection", "")(script)),
    "order of headers",
  ),
  "white space around a value": same(swap("Connection: ", "Connection:  "), "bytes from 107"),
  "another version": same(swap("HTTP/1.1 200", "HTTP/1.0 200"), "version"),
  "a chunk size with a nought before it": same(swap("\r\nd\r\n", "\r\n0d\r\n"), "chunk sizes"),
  "a trailer": same(swap("\r\n0\r\n\r\n", "\r\n0\r\nX-Sum: 1\r\n\r\n"), "trailer x-sum"),
  "an interim answer": same(
    ({ parts: [all = ""], closes }) => ({ parts: [`HTTP/1.1 103 Early Hints\r\n\r\n${all}`], closes }),
    "interim answers",
  ),
  "an end of the connection": same((script) => ({ ...script, closes: true }), "connection"),
  "two answers": {
    change: ({ parts: [all = ""], closes }) => ({ parts: [all + all], closes }),
    verdict: "different",
    differs: ["bytes behind the last answer"],
  },
  "an end within the body": {
    change: ({ parts: [all = ""] }) => ({ parts: [all.slice(0, -9)], closes: true }),
    verdict: "different",
    differs: ["body", "whole", "connection"],
  },
  "no HTTP": {
    change: swap("HTTP/1.1 200 OK\r\n", "Hello\r\n"),
    verdict: "different",
    differs: ["number of answers", "bytes behind the last answer", "grammar"],
  },
  "nothing at all": { change: silent, verdict: "no-answer", differs: ["answer"] },
};
