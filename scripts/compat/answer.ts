import { readChunked } from "./chunked.ts";
import { type Fault, type Field, type Head, readHead, valuesOf } from "./head.ts";

/** How the end of a body is told: not at all where there is none, by Content-Length, by chunks, by the connection's end. */
export type Framing = "none" | "length" | "chunked" | "close";

/** One answer, `[head.from, to)` in the bytes. */
export interface Answer {
  head: Head;
  framing: Framing;
  /** Decoded, as far as it came. */
  body: Buffer;
  /** Lines of the chunk sizes; empty without chunks. */
  sizes: string[];
  trailers: Field[];
  to: number;
  /** Whether all that its framing announces has come. */
  complete: boolean;
}

/** What a server sent on one connection. */
export interface Answers {
  /** Interim answers (1xx), each with the number of final ones before it. */
  interim: { answer: Answer; before: number }[];
  /** Final answers, in order; the last one may be incomplete. */
  final: Answer[];
  /** What followed the last answer that was expected, or where it stopped being HTTP: a client takes it for an answer. */
  surplus: Buffer;
  /** Where it stops being HTTP; null where it does not. */
  fault: string | null;
}

/**
 * Reads the answers in the bytes that have come so far. The same bytes give the same answers, however the network cut
 * them into pieces. What an answer's body is follows RFC 9112, 6.3, in its order.
 *
 * @param methods of the requests that get a final answer, in order: an answer to HEAD has no body
 * @param ended whether the server has ended the connection in order: a body told by that is whole then
 */
export function readAnswers(bytes: Buffer, methods: readonly string[], ended: boolean): Answers {
  const told: Answers = { interim: [], final: [], surplus: bytes.subarray(bytes.length), fault: null };
  const stopped = ({ fault, at }: Fault): Answers => ({ ...told, fault, surplus: bytes.subarray(at) });
  let at = 0;
  for (const method of methods) {
    for (let isInterim = true; isInterim; ) {
      if (at >= bytes.length) return told;
      const head = readHead(bytes, at);
      if (head === null) return ended ? stopped(cutOff(bytes, at)) : told;
      if ("fault" in head) return stopped(head);
      const { answer, fault } = readBody(bytes, head, method, ended);
      isInterim = head.status < 200 && head.status !== 101;
      if (isInterim) told.interim.push({ answer, before: told.final.length });
      else told.final.push(answer);
      if (fault !== null) return stopped(fault);
      if (!answer.complete) return told;
      at = answer.to;
    }
  }
  return { ...told, surplus: bytes.subarray(at) };
}

const cutOff = (bytes: Buffer, at: number): Fault => ({
  ...{ fault: `an answer cut off in its head, which begins at byte ${at}`, at: bytes.length },
});

function readBody(bytes: Buffer, head: Head, method: string, ended: boolean): { answer: Answer; fault: Fault | null } {
  const { status, fields, to: start } = head;
  const plain = { head, body: bytes.subarray(start, start), sizes: [], trailers: [] };
  if (status < 200 || status === 204 || status === 304 || method === "HEAD")
    return { answer: { ...plain, framing: "none", to: start, complete: true }, fault: null };

  const codings = listed(valuesOf(fields, "transfer-encoding"));
  if (codings.at(-1)?.toLowerCase() === "chunked") {
    const { to, fault, ...read } = readChunked(bytes, start);
    return { answer: { head, framing: "chunked", ...read, to: to ?? bytes.length, complete: to !== null }, fault };
  }
  const lengths = codings.length > 0 ? [] : [...new Set(listed(valuesOf(fields, "content-length")))];
  if (lengths.length > 0) {
    const isLength = lengths.length === 1 && /^\d{1,15}$/.test(lengths[0] ?? "");
    const size = isLength ? Number(lengths[0]) : 0;
    const body = bytes.subarray(start, Math.min(start + size, bytes.length));
    const complete = isLength && body.length === size;
    const fault = isLength ? null : { fault: `no length of a body: "${lengths.join(", ")}"`, at: start };
    return { answer: { ...plain, framing: "length", body, to: start + body.length, complete }, fault };
  }
  const body = bytes.subarray(start);
  return { answer: { ...plain, framing: "close", body, to: bytes.length, complete: ended }, fault: null };
}

/** The items of a list that may be spread over several fields. */
const listed = (values: readonly string[]): string[] =>
  values.flatMap((value) => value.split(",").map((item) => item.trim()));
