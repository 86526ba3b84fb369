import { open } from "node:fs/promises";

const NEWLINE = 0x0a;

/** Bytes read at a time, and room for a line; a longer one doubles it. */
const PIECE = 1024 * 1024;

/**
 * Hands over every whole line of a file, numbered from 1, and holds no more of the file than a piece of it or a line.
 * What follows the last newline is no line, or one torn by a crash: it is left out.
 *
 * @param take told of a line; returns false when it wants no more
 * @returns how many bytes followed the last newline; 0 where `take` wanted no more
 */
export async function eachLine(path: string, take: (line: string, number: number) => boolean): Promise<number> {
  const file = await open(path);
  try {
    let room = Buffer.allocUnsafe(PIECE);
    let held = 0;
    let number = 0;
    for (;;) {
      const { bytesRead } = await file.read(room, held, room.length - held);
      if (bytesRead === 0) return held;
      const filled = held + bytesRead;
      let start = 0;
      for (let end = room.indexOf(NEWLINE, held); end >= 0 && end < filled; end = room.indexOf(NEWLINE, start)) {
        number += 1;
        if (!take(room.toString("utf8", start, end), number)) return 0;
        start = end + 1;
      }
      held = filled - start;
      room.copyWithin(0, start, filled);
      if (held === room.length) room = Buffer.concat([room], 2 * held);
    }
  } finally {
    await file.close();
  }
}

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
