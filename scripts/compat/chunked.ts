import { type Fault, type Field, readFields } from "./head.ts";

/** A body in chunks, as far as it has come. */
export interface Chunked {
  body: Buffer;
  /** Sizes of the chunks as they were spelled, extensions and all, the last one included. */
  sizes: string[];
  trailers: Field[];
  /** Where it ends; null while it is not whole. */
  to: number | null;
  fault: Fault | null;
}

/** A size (RFC 9112, 7.1), and what may follow it: extensions (7.1.1). Longer ones than 12 digits are no size of a body. */
const SIZE = /^([0-9A-Fa-f]{1,12})([ \t]*;[\t -~\x80-\xff]*)?$/;
const CRLF = "\r\n";

/** Reads a body in chunks that begins at `from` (RFC 9112, 7.1), trailers included. */
export function readChunked(bytes: Buffer, from: number): Chunked {
  const parts: Buffer[] = [];
  const sizes: string[] = [];
  const ended = (to: number | null, fault: Fault | null, trailers: Field[] = []): Chunked => ({
    ...{ body: Buffer.concat(parts), sizes, trailers, to, fault },
  });
  for (let at = from; ; ) {
    const end = bytes.indexOf(CRLF, at, "latin1");
    if (end < 0) return ended(null, null);
    const line = bytes.toString("latin1", at, end);
    const size = SIZE.exec(line)?.[1];
    if (size === undefined) return ended(null, { fault: `no chunk size at byte ${at}`, at });
    sizes.push(line);
    const [data, length] = [end + 2, Number.parseInt(size, 16)];
    if (length === 0) {
      const trailers = readTrailers(bytes, data);
      if (trailers === null) return ended(null, null);
      return "fault" in trailers ? ended(null, trailers) : ended(trailers.to, null, trailers.fields);
    }
    parts.push(bytes.subarray(data, Math.min(data + length, bytes.length)));
    at = data + length + 2;
    const after = bytes.toString("latin1", data + length, Math.min(at, bytes.length));
    if (!CRLF.startsWith(after))
      return ended(null, { fault: `no end of a chunk at byte ${data + length}`, at: data + length });
    if (at > bytes.length) return ended(null, null);
  }
}

/** Null while they are not whole. */
function readTrailers(bytes: Buffer, from: number): { fields: Field[]; to: number } | Fault | null {
  if (bytes.toString("latin1", from, from + 2) === CRLF) return { fields: [], to: from + 2 };
  const end = bytes.indexOf("\r\n\r\n", from, "latin1");
  if (end < 0) return null;
  const fields = readFields(bytes.toString("latin1", from, end).split(CRLF), from);
  return "fault" in fields ? fields : { fields, to: end + 4 };
}
