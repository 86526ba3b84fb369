/** Bytes of each unit: SI prefixes are powers of 1000, IEC prefixes (IEC 80000-13) powers of 1024. */
export const BYTES_OF = {
  bytes: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
} as const;

export type ByteUnit = keyof typeof BYTES_OF;

/**
 * What else a printed unit may mean. Tools print powers of 1024 under the SI name, so a bare "MB" in an article is
 * ambiguous by up to 4.9 %, a bare "GB" by 7.4 %: half of the usual band or more. A printed "MiB" means what it says.
 */
const ALSO_READ_AS: Partial<Record<ByteUnit, ByteUnit>> = { kB: "KiB", MB: "MiB", GB: "GiB" };

/** A figure in bytes under every admissible reading of its unit, the one as printed first. */
export function readingsOfUnit(value: number, unit: ByteUnit): { unit: ByteUnit; bytes: number }[] {
  const other = ALSO_READ_AS[unit];
  const units = other === undefined ? [unit] : [unit, other];
  return units.map((each) => ({ unit: each, bytes: value * BYTES_OF[each] }));
}
