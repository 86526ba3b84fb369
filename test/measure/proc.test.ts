import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cpuJiffies,
  cpuList,
  familyOf,
  interfaceCounters,
  kilobyteField,
  netCounters,
  numberField,
  parentOf,
} from "../../scripts/measure/proc.ts";

test("the parent is read behind the last parenthesis, whatever the process calls itself", () => {
  assert.equal(parentOf("4242 (node) S 17 4242 1 0 -1 4194560 9787 0 0 0"), 17);
  assert.equal(parentOf("4242 (a) b() S 17 4242 1 0 -1 4194560 9787 0 0 0"), 17);
  assert.equal(parentOf("4242 (a) b(c 99) R 1 4242 1 0 -1"), 1);
  assert.equal(parentOf(") S 3"), 3);
});

test("a process that ended between listing and reading has no parent", () => {
  assert.equal(parentOf(""), null);
});

const STATUS = [
  "Name:\tnode",
  "VmPeak:\t37400000 kB",
  "VmSize:\t37355268 kB",
  "VmRSS:\t   62464 kB",
  "Threads:\t11",
].join("\n");

test("kB of /proc are 1024 bytes: 37,355,268 kB are 35.62 GiB", () => {
  const bytes = kilobyteField(STATUS, "VmSize") ?? assert.fail();
  assert.equal(bytes, 38_251_794_432);
  assert.equal((bytes / 2 ** 30).toFixed(2), "35.62");
  assert.equal(kilobyteField(STATUS, "VmRSS"), 63_963_136);
});

test("a field is found by its whole name only, and a missing one is null", () => {
  assert.equal(kilobyteField("SwapPss:   7 kB\nPss:   3 kB\n", "Pss"), 3072);
  assert.equal(kilobyteField("Pss_Dirty:  60 kB\n", "Pss"), null);
  assert.equal(numberField(STATUS, "Threads"), 11);
  assert.equal(numberField(STATUS, "TracerPid"), null);
});

test("a family is the process and all below it, in whatever order they were listed", () => {
  const parents = new Map([
    [1, 0],
    [9, 7],
    [7, 5],
    [5, 1],
    [6, 1],
    [8, 5],
  ]);
  assert.deepEqual(
    familyOf(5, parents).sort((a, b) => a - b),
    [5, 7, 8, 9],
  );
  assert.deepEqual(familyOf(9, parents), [9]);
});

test("processes that name each other as parents do not loop", () => {
  assert.deepEqual(
    familyOf(
      2,
      new Map([
        [2, 3],
        [3, 2],
      ]),
    ),
    [2, 3],
  );
});

test("time of tasks, interrupts and stolen time are told apart, and guest time is not counted twice", () => {
  // user nice system idle iowait irq softirq steal guest guest_nice
  const stat =
    "cpu  210 12 62 600 30 6 8 10 40 0\ncpu0 105 6 31 300 15 3 4 5 20 0\ncpu11 1 0 0 9 0 0 0 0 0 0\nintr 5\n";
  const cpus = cpuJiffies(stat);
  assert.deepEqual([...cpus.keys()], [0, 11]);
  assert.deepEqual(cpus.get(0), { tasks: 142, irq: 3, softirq: 4, steal: 5, total: 469 });
  assert.deepEqual(cpus.get(11), { tasks: 1, irq: 0, softirq: 0, steal: 0, total: 10 });
});

const DEV = [
  "Inter-|   Receive                                                |  Transmit",
  " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed",
  "    lo:     966      16    0    0    0     0          0         0      970      17    0    0    0     0       0          0",
  " eth0:12 3 0 0 0 0 0 0 4 5 0 0 0 0 0 0",
].join("\n");

test("an interface's received bytes and packets are read, also where no space follows its name", () => {
  assert.deepEqual(interfaceCounters(DEV, "lo"), { bytes: 966, packets: 16 });
  assert.deepEqual(interfaceCounters(DEV, "eth0"), { bytes: 12, packets: 3 });
  assert.equal(interfaceCounters(DEV, "eth1"), null);
});

test("counters pair the line of names with the line of values below it", () => {
  const text = [
    "TcpExt: SyncookiesSent ListenOverflows ListenDrops",
    "TcpExt: 0 3 4",
    "IpExt: InNoRoutes InOctets",
    "IpExt: 1 966",
    "",
  ].join("\n");
  const counters = netCounters(text);
  assert.equal(counters.get("ListenOverflows"), 3);
  assert.equal(counters.get("ListenDrops"), 4);
  assert.equal(counters.get("InOctets"), 966);
  assert.equal(counters.size, 5);
  assert.equal(netCounters("TcpExt: ListenDrops\nIpExt: 4\n").size, 0, "names and values of different groups");
});

test("kernel lists of CPUs are spelled out", () => {
  assert.deepEqual(cpuList("0"), [0]);
  assert.deepEqual(cpuList("0,2-4,7\n"), [0, 2, 3, 4, 7]);
  assert.deepEqual(cpuList(""), []);
});
