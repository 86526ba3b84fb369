import assert from "node:assert/strict";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { KitError } from "../../scripts/model/errors.ts";
import type { NewRecord } from "../../scripts/model/record.ts";
import { readRecords } from "../../scripts/records/reader.ts";
import { makeWriter, openRecords, type RecordFile } from "../../scripts/records/writer.ts";

const note = (text: string): NewRecord => ({ kind: "event", what: "note", arm: null, detail: { text } });
const now = (): Date => new Date(Date.UTC(2026, 10, 30, 16, 8, 14));

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "records-"));
  path = join(folder, "records.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

test("records are numbered, dated and on disk when the sink resolves, one line each", async () => {
  const writer = await openRecords(path, now);
  await writer.sink(note("one"));
  assert.equal(
    await readFile(path, "utf8"),
    '{"kind":"event","seq":1,"at":"2026-11-30T16:08:14.000Z","what":"note","arm":null,"detail":{"text":"one"}}\n',
  );
  await writer.close();
});

test("calls that overlap keep their order", async () => {
  const writer = await openRecords(path, now);
  await Promise.all(Array.from({ length: 50 }, (_, nth) => writer.sink(note(`${nth}`.repeat(nth * 50)))));
  await writer.close();
  const records = await readRecords(path);
  assert.deepEqual(
    records.map(({ seq }) => seq),
    Array.from({ length: 50 }, (_, nth) => nth + 1),
  );
});

test("a resumed file goes on counting, and loses a line that was torn", async () => {
  const first = await openRecords(path, now);
  await first.sink(note("one"));
  await first.sink(note("two"));
  await first.close();
  await appendFile(path, '{"kind":"event","seq":3,"at":"20');
  const second = await openRecords(path, now);
  await second.sink(note("three"));
  await second.close();
  const records = await readRecords(path);
  assert.deepEqual(
    records.map((record) => [record.seq, record.kind === "event" && record.detail.text]),
    [
      [1, "one"],
      [2, "two"],
      [3, "three"],
    ],
  );
});

/** A file on a disk that takes `room` bytes more. */
function smallDisk(room: number): { file: RecordFile; text: () => string; free: (bytes: number) => void } {
  let kept = Buffer.alloc(0);
  let left = room;
  const write = async (bytes: Buffer, from: number): Promise<{ bytesWritten: number }> => {
    if (left === 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    const part = bytes.subarray(from, from + Math.min(left, 40));
    kept = Buffer.concat([kept, part]);
    left -= part.length;
    return { bytesWritten: part.length };
  };
  const truncate = async (length = 0): Promise<void> => {
    kept = kept.subarray(0, length);
  };
  const file = { write, truncate, datasync: async () => {}, close: async () => {} } as unknown as RecordFile;
  return {
    file,
    text: () => kept.toString(),
    free: (bytes) => {
      left += bytes;
    },
  };
}

test("a full disk is said, and leaves whole lines: what was recorded before is kept, what comes after is too", async () => {
  const disk = smallDisk(150);
  const writer = makeWriter(disk.file, "results/r/records.jsonl", { bytes: 0, seq: 0 }, now);
  await writer.sink(note("one"));
  const before = disk.text();
  await assert.rejects(writer.sink(note("two")), (error) => {
    assert.ok(error instanceof KitError);
    assert.match(
      error.message,
      /results\/r\/records\.jsonl: no space left on the disk; the 1 records before are whole/,
    );
    assert.match(error.next, /free some space/);
    return true;
  });
  assert.equal(disk.text(), before);
  disk.free(200);
  await writer.sink(note("three"));
  assert.deepEqual(
    disk
      .text()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).seq),
    [1, 2],
  );
});

test("an existing file whose last line is no record is still continued", async () => {
  await writeFile(path, "not json\n");
  const writer = await openRecords(path, now);
  await writer.sink(note("next"));
  await writer.close();
  assert.match(await readFile(path, "utf8"), /^not json\n\{"kind":"event","seq":2,/);
});
