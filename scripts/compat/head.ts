/** One header field, with the place of its value in the bytes. */
export interface Field {
  name: string;
  value: string;
  from: number;
  to: number;
}

/** Status line and header fields of one answer, `[from, to)` in the bytes, the empty line included. */
export interface Head {
  version: string;
  status: number;
  reason: string;
  fields: Field[];
  from: number;
  to: number;
}

/** What follows the grammar of RFC 9112 no longer, and where. */
export interface Fault {
  fault: string;
  at: number;
}

const STATUS_LINE = /^(HTTP\/\d\.\d) (\d{3})(?: ([\t -~\x80-\xff]*))?$/;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\t -~\x80-\xff]*$/;
const VERSION_START = "HTTP/";

/** Reads a head that begins at `from` (RFC 9112, 2 to 5). Null while it is not whole. */
export function readHead(bytes: Buffer, from: number): Head | Fault | null {
  const start = bytes.toString("latin1", from, Math.min(from + VERSION_START.length, bytes.length));
  if (!VERSION_START.startsWith(start)) return { fault: `no status line at byte ${from}`, at: from };
  const end = bytes.indexOf("\r\n\r\n", from, "latin1");
  if (end < 0) return null;
  const lines = bytes.toString("latin1", from, end).split("\r\n");
  const [, version, status, reason = ""] = STATUS_LINE.exec(lines[0] ?? "") ?? [];
  if (version === undefined) return { fault: `no status line at byte ${from}`, at: from };
  const head: Head = { version, status: Number(status), reason, fields: [], from, to: end + 4 };
  const fields = readFields(lines.slice(1), from + (lines[0] ?? "").length + 2);
  return "fault" in fields ? fields : { ...head, fields };
}

/** Reads header or trailer lines, of which the first begins at byte `at`. */
export function readFields(lines: readonly string[], at: number): Field[] | Fault {
  const fields: Field[] = [];
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0));
    if (!NAME.test(name) || !VALUE.test(line)) return { fault: `no header field at byte ${at}`, at };
    const text = line.slice(colon + 1);
    const value = withoutBlanks(text);
    const from = at + colon + 1 + (value === "" ? 0 : text.indexOf(value));
    fields.push({ name, value, from, to: from + value.length });
    at += line.length + 2;
  }
  return fields;
}

const isBlank = (text: string, at: number): boolean => text[at] === " " || text[at] === "\t";

/** Without the optional white space around a value, which is spaces and tabs alone. */
function withoutBlanks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlank(text, from)) from++;
  while (to > from && isBlank(text, to - 1)) to--;
  return text.slice(from, to);
}

/** Values of all fields of a name, in their order. */
export const valuesOf = (fields: readonly Field[], name: string): string[] =>
  fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => value);
