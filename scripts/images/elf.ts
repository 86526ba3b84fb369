/** What an executable or a shared library asks of whoever loads it. */
export interface Elf {
  /** 32 or 64 bits, byte order and machine: a library of another kind is passed over by the loader. */
  kind: string;
  /** The dynamic loader it names; null for a static one and for most libraries. */
  interpreter: string | null;
  /** Libraries by the names it gives them, in its order. */
  needed: string[];
  soname: string | null;
  /** Folders to look in before all others (DT_RPATH); not used where there is a runpath. */
  rpath: string[];
  /** Folders to look in after LD_LIBRARY_PATH (DT_RUNPATH). */
  runpath: string[];
}

const MAGIC = 0x7f454c46;
const LOAD = 1;
const DYNAMIC = 2;
const INTERP = 3;
const TAGS = { needed: 1, strings: 5, soname: 14, rpath: 15, runpath: 29 };

export const isElf = (start: Buffer): boolean => start.length >= 4 && start.readUInt32BE(0) === MAGIC;

/**
 * Reads the program headers and the dynamic section (System V ABI, chapter 5), 32 and 64 bits in either byte order.
 * Null for a file that is none or is damaged.
 */
export function readElf(file: Buffer): Elf | null {
  try {
    return isElf(file) ? parse(file) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Segment {
  type: number;
  offset: number;
  address: number;
  size: number;
}

function parse(file: Buffer): Elf {
  const wide = file[4] === 2;
  const little = file[5] === 1;
  const half = (at: number) => (little ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const word = (at: number) => (little ? file.readUInt32LE(at) : file.readUInt32BE(at));
  const long = (at: number) => Number(little ? file.readBigUInt64LE(at) : file.readBigUInt64BE(at));
  const native = wide ? long : word;

  const table = native(wide ? 32 : 28);
  const entrySize = half(wide ? 54 : 42);
  const segments = Array.from({ length: half(wide ? 56 : 44) }, (_, nth): Segment => {
    const at = table + nth * entrySize;
    const [offset, address, size] = wide ? [at + 8, at + 16, at + 32] : [at + 4, at + 8, at + 16];
    return { type: word(at), offset: native(offset), address: native(address), size: native(size) };
  });
  const place = (address: number): number => {
    const holds = ({ type, address: from, size }: Segment) => type === LOAD && address >= from && address < from + size;
    const segment = segments.find(holds);
    if (!segment) throw new RangeError(`no segment holds address ${address}`);
    return segment.offset + address - segment.address;
  };
  const text = (at: number): string => {
    const end = file.indexOf(0, at);
    if (at >= file.length || end < 0) throw new RangeError("a text leads out of the file");
    return file.toString("utf8", at, end);
  };

  const entries = dynamicEntries(segments, wide ? 16 : 8, native);
  const strings = entries.find(([tag]) => tag === TAGS.strings);
  const named = (wanted: number): string[] => {
    const base = strings ? place(strings[1]) : 0;
    return entries.filter(([tag]) => tag === wanted).map(([, value]) => text(base + value));
  };
  const folders = (tag: number): string[] =>
    named(tag).flatMap((list) => list.split(":").filter((each) => each !== ""));
  const interpreter = segments.find(({ type }) => type === INTERP);
  return {
    kind: `${wide ? 64 : 32}${little ? "le" : "be"}-${half(18)}`,
    interpreter: interpreter ? text(interpreter.offset) : null,
    needed: named(TAGS.needed),
    soname: named(TAGS.soname)[0] ?? null,
    rpath: folders(TAGS.rpath),
    runpath: folders(TAGS.runpath),
  };
}

/** Tag and value of each entry of the dynamic section, up to the one that ends it; none for a static executable. */
function dynamicEntries(segments: Segment[], size: number, native: (at: number) => number): [number, number][] {
  const section = segments.find(({ type }) => type === DYNAMIC);
  if (!section) return [];
  const all = Array.from({ length: Math.floor(section.size / size) }, (_, nth): [number, number] => {
    const at = section.offset + nth * size;
    return [native(at), native(at + size / 2)];
  });
  const end = all.findIndex(([tag]) => tag === 0);
  return end < 0 ? all : all.slice(0, end);
}
