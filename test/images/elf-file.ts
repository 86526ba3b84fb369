import type { Elf } from "../../scripts/images/elf.ts";

const BASE = 0x400000;

/**
 * A small file laid out by the System V ABI (chapters 4 and 5): header, program headers, dynamic section, strings. Its
 * strings are the last bytes, and its segments are loaded at another address than their place in the file.
 */
export function elfFile({ kind, interpreter, needed, soname, rpath, runpath }: Elf): Buffer {
  const [, width, order, machine] = /^(64|32)(le|be)-(\d+)$/.exec(kind) ?? [];
  const wide = width === "64";
  const little = order === "le";
  const strings = ["", ...needed, ...(soname ? [soname] : []), rpath.join(":"), runpath.join(":"), interpreter ?? ""];
  const table = Buffer.from(strings.map((text) => `${text}\0`).join(""));
  const placeOf = (text: string) => table.indexOf(`\0${text}\0`) + 1;
  const tags: [number, number][] = [
    ...needed.map((name): [number, number] => [1, placeOf(name)]),
    ...(soname ? ([[14, placeOf(soname)]] as [number, number][]) : []),
    ...(rpath.length > 0 ? ([[15, placeOf(rpath.join(":"))]] as [number, number][]) : []),
    ...(runpath.length > 0 ? ([[29, placeOf(runpath.join(":"))]] as [number, number][]) : []),
  ];
  const headerSize = wide ? 64 : 52;
  const entrySize = wide ? 56 : 32;
  const isDynamic = tags.length > 0;
  const segmentCount = 1 + (isDynamic ? 1 : 0) + (interpreter ? 1 : 0);
  const dynamicAt = headerSize + segmentCount * entrySize;
  const dynamicSize = isDynamic ? (tags.length + 2) * (wide ? 16 : 8) : 0;
  const stringsAt = dynamicAt + dynamicSize;
  const size = stringsAt + table.length;
  const file = Buffer.alloc(size);

  const put = (at: number, value: number, bytes: number) => {
    const big = BigInt(value);
    for (let nth = 0; nth < bytes; nth++) {
      const shift = BigInt(8 * (little ? nth : bytes - 1 - nth));
      file[at + nth] = Number((big >> shift) & 0xffn);
    }
  };
  const native = wide ? 8 : 4;
  file.set([0x7f, 0x45, 0x4c, 0x46, wide ? 2 : 1, little ? 1 : 2, 1]);
  put(16, 3, 2);
  put(18, Number(machine), 2);
  put(wide ? 32 : 28, headerSize, native);
  put(wide ? 54 : 42, entrySize, 2);
  put(wide ? 56 : 44, segmentCount, 2);
  const segments: [number, number, number][] = [
    [1, 0, size],
    ...(isDynamic ? ([[2, dynamicAt, dynamicSize]] as [number, number, number][]) : []),
    ...(interpreter
      ? ([[3, stringsAt + placeOf(interpreter), interpreter.length + 1]] as [number, number, number][])
      : []),
  ];
  for (const [nth, [type, offset, length]] of segments.entries()) {
    const at = headerSize + nth * entrySize;
    put(at, type, 4);
    put(at + (wide ? 8 : 4), offset, native);
    put(at + (wide ? 16 : 8), BASE + offset, native);
    put(at + (wide ? 32 : 16), length, native);
  }
  const entries = isDynamic ? [...tags, [5, BASE + stringsAt] as const, [0, 0] as const] : [];
  for (const [nth, [tag, value]] of entries.entries()) {
    put(dynamicAt + nth * 2 * native, tag, native);
    put(dynamicAt + nth * 2 * native + native, value, native);
  }
  table.copy(file, stringsAt);
  return file;
}
