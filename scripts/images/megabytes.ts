/** Megabytes (10^6) to the kilobyte, so that columns can be added up by eye; nothing that is there becomes 0. */
export function megabytes(bytes: number | null): string {
  if (bytes === null) return "–";
  if (bytes === 0) return "0";
  return bytes < 500 ? "< 0.001" : (bytes / 1e6).toFixed(3);
}
