const NEWLINE = 0x0a;

/** The bytes up to and with the last newline: a line without one was torn while it was written. */
export function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1);
}

/** The number of the last of these whole lines; where that cannot be read, how many lines there are. */
export function lastSequence(whole: Buffer): number {
  const lines = whole.toString().split("\n").slice(0, -1);
  try {
    const { seq } = JSON.parse(lines.at(-1) ?? "{}");
    return Number.isInteger(seq) ? seq : lines.length;
  } catch {
    return lines.length;
  }
}
