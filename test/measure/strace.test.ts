import assert from "node:assert/strict";
import { test } from "node:test";
import { parseStrace } from "../../scripts/measure/syscalls.ts";

test("calls are counted by name, with or without a column of errors, and the total is no call", () => {
  const table = [
    "strace: Process 13 attached",
    "% time     seconds  usecs/call     calls    errors syscall",
    "------ ----------- ----------- --------- --------- ----------------",
    " 61.20    0.004210          14       300           sendto",
    " 30.05    0.002067           6       301         1 recvfrom",
    "  8.75    0.000602           2       300           epoll_wait",
    "  0.00    0.000000           0         1           accept",
    "------ ----------- ----------- --------- --------- ----------------",
    "100.00    0.006879           7       902         1 total",
  ].join("\n");
  assert.deepEqual(
    [...parseStrace(table)],
    [
      ["sendto", 300],
      ["recvfrom", 301],
      ["epoll_wait", 300],
      ["accept", 1],
    ],
  );
});

test("what strace says when it may not trace counts no calls", () => {
  assert.equal(parseStrace("strace: attach: ptrace(PTRACE_SEIZE, 13): Operation not permitted\n").size, 0);
  assert.equal(parseStrace("").size, 0);
});
