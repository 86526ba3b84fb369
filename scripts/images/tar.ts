import { KitError } from "../model/errors.ts";
import { ByteSource } from "./byte-source.ts";
import { extendedFields, type Fields } from "./tar-fields.ts";

/** One entry of a tar. */
export interface TarEntry {
  /** As written: it may begin with "./" or "/" and end with "/". */
  name: string;
  type: "file" | "link" | "symlink" | "directory" | "other";
  /** Length of the file as a program sees it: of a sparse one with its holes. 0 for anything that is no file. */
  size: number;
  /** What a link names; "" for others. */
  linkname: string;
  /** Whether the tar leaves out the file's holes, so that `body` is not what a program would read. */
  sparse: boolean;
  /** What is stored of it. What is not read before the next entry is asked for is skipped. */
  body: AsyncIterable<Buffer>;
}

const BLOCK = 512;
const TYPES: Record<string, TarEntry["type"]> = {
  ...{ "0": "file", "\0": "file", "7": "file", S: "file" },
  ...{ "1": "link", "2": "symlink", "5": "directory" },
};
/** Of long names and extended fields: more is no tar that anybody writes. */
const LARGEST_EXTENSION = 8 * 1024 * 1024;

/**
 * Reads a tar as it comes: ustar, the extended headers of POSIX (pax) and GNU's long names, large sizes and sparse files
 * of every format, whose length counts with its holes. Reads to the end of the stream, also what follows the last entry.
 *
 * Throws KitError with the offset where the stream is torn or no tar.
 */
export async function* tarEntries(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = new ByteSource(stream);
  const shared: Fields = {};
  let own: Fields = {};
  for (;;) {
    const start = source.offset;
    const header = await source.read(BLOCK);
    if (header === null || header.every((byte) => byte === 0)) break;
    if (!checks(header)) throw new KitError(`no tar header at byte ${start}`, "look at the archive with: tar -t");
    const flag = String.fromCharCode(header[156] ?? 0);
    const length = number(header, 124, 12);
    if (flag === "x" || flag === "g" || flag === "L" || flag === "K") {
      if (length > LARGEST_EXTENSION)
        throw new KitError(`an extended tar header of ${length} bytes`, "use another tar");
      const text = await source.must(length);
      await source.skip(padding(length));
      if (flag === "g") Object.assign(shared, extendedFields(text));
      else if (flag === "x") own = { ...own, ...extendedFields(text) };
      else own = { ...own, [flag === "L" ? "path" : "linkpath"]: untilNul(text, 0, text.length) };
      continue;
    }
    const fields = { ...shared, ...own };
    own = {};
    const stored = fields.size === undefined ? length : Number(fields.size);
    const realSize = flag === "S" ? await oldSparseSize(source, header) : fields["GNU.sparse.realsize"];
    const sparseSize = realSize ?? fields["GNU.sparse.size"];
    const name = fields["GNU.sparse.name"] ?? fields.path ?? nameOf(header);
    const type = typeOf(flag, name);
    const end = source.offset + stored;
    yield {
      name,
      type,
      size: type === "file" ? Number(sparseSize ?? stored) : 0,
      linkname: type === "link" || type === "symlink" ? (fields.linkpath ?? untilNul(header, 157, 100)) : "",
      sparse: sparseSize !== undefined,
      body: source.upTo(end),
    };
    await source.skip(end - source.offset + padding(stored));
  }
  await source.drain();
}

/** Before there was a type for folders, the slash at the end of their names told them. */
function typeOf(flag: string, name: string): TarEntry["type"] {
  const type = TYPES[flag] ?? "other";
  return type === "file" && name.endsWith("/") ? "directory" : type;
}

const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** The sum of all bytes of a header, its own field taken as spaces, is what that field says. */
function checks(header: Buffer): boolean {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return sum === number(header, 148, 8);
}

/** Octal digits, or with the first bit set a binary number (GNU, for what octal cannot hold). */
function number(block: Buffer, at: number, length: number): number {
  const first = block[at] ?? 0;
  if ((first & 0x80) === 0) return Number.parseInt(untilNul(block, at, length).trim() || "0", 8);
  const rest = block.subarray(at + 1, at + length);
  return rest.reduce((value, byte) => value * 256 + byte, first & 0x7f);
}

function untilNul(block: Buffer, at: number, length: number): string {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? field.length : end);
}

/** POSIX puts the front of a long name into a field that GNU uses for times. */
function nameOf(header: Buffer): string {
  const name = untilNul(header, 0, 100);
  const prefix = header.toString("latin1", 257, 263) === "ustar\0" ? untilNul(header, 345, 155) : "";
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** A sparse file of GNU's own format: the map of its pieces may go on in blocks before the data. */
async function oldSparseSize(source: ByteSource, header: Buffer): Promise<string> {
  let more = header[482] !== 0;
  while (more) more = (await source.must(BLOCK))[504] !== 0;
  return String(number(header, 483, 12));
}
