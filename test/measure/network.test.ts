import assert from "node:assert/strict";
import { test } from "node:test";
import { NETWORK_FILES, networkUse } from "../../scripts/measure/network.ts";
import { filesRead } from "./layouts.ts";

const texts = (bytes: number, packets: number, overflows: number, drops: number, again: number, waiting: number) => ({
  "/proc/self/net/dev": `Inter-|   Receive\n face |bytes packets\n    lo: ${bytes} ${packets} 0 0 0 0 0 0 ${bytes} ${packets} 0 0 0 0 0 0\n`,
  "/proc/self/net/netstat": `TcpExt: SyncookiesSent ListenOverflows ListenDrops\nTcpExt: 0 ${overflows} ${drops}\n`,
  "/proc/self/net/snmp": `Ip: Forwarding InReceives\nIp: 1 16\nTcp: ActiveOpens RetransSegs\nTcp: 4 ${again}\n`,
  "/proc/self/net/sockstat": `sockets: used 5\nTCP: inuse 1 orphan 0 tw ${waiting} alloc 10 mem 46\nUDP: inuse 0 mem 0\n`,
});

test("the files of the helper's own namespace are read", () => {
  assert.deepEqual([...NETWORK_FILES].sort(), Object.keys(texts(0, 0, 0, 0, 0, 0)).sort());
});

test("what loopback carried and lost is the difference; what waits is the figure at the end", () => {
  const before = filesRead(texts(1_000, 10, 1, 2, 3, 7));
  const after = filesRead(texts(301_000, 2_010, 5, 7, 4, 9));
  assert.deepEqual(networkUse(before, after), {
    bytes: 300_000,
    packets: 2_000,
    listenOverflows: 4,
    listenDrops: 5,
    retransmits: 1,
    timeWait: 9,
  });
});

test("bytes that could not be read are missing, not zero", () => {
  const { bytes, packets, timeWait } = networkUse(filesRead({}), filesRead({}));
  assert.deepEqual([bytes, packets, timeWait], [null, null, null]);
});
