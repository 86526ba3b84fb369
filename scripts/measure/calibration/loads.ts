import { contractOf } from "../../model/target.ts";
import type { Tool } from "../../model/tool.ts";
import { requestOf } from "../contract.ts";
import { type LoadCell, type LoadReading, TOOLS, takeLoad } from "../load.ts";
import { cpuList } from "../proc.ts";
import { awaitReady, cgroupOf } from "../process.ts";
import type { Guest, Sandbox } from "../sandbox.ts";
import { LOOPBACK } from "../sandbox.ts";
import { askTruth, fixtureGuest, type Truth } from "./fixture.ts";
import { type Calibration, inSandbox, untilValid } from "./observe.ts";

const ROUTE = "ok";
/** Turns of arithmetic that cost far more than everything else a request takes from the fixture's user time. */
const TURNS = 100_000;
const TOOL_LIMIT_MS = 60_000;

/** A load as the kit takes it, with what the fixture did meanwhile: the contract's two exchanges included. */
interface Known extends LoadReading {
  did: Truth;
}

async function loadOnce({ kit }: Calibration, sandbox: Sandbox, guest: Guest, cell: LoadCell): Promise<Known> {
  const { probe } = sandbox;
  const { pid } = await awaitReady(probe, guest, "launch");
  const before = await askTruth(probe);
  const taken = await takeLoad(kit, sandbox, guest, pid, await cgroupOf(probe, 1), cell);
  const after = await askTruth(probe);
  const gained = Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Truth]]);
  return { ...taken, did: Object.fromEntries(gained) as Truth };
}

const load = (calibration: Calibration, sandbox: Sandbox, guest: Guest, cell: LoadCell): Promise<Known | null> =>
  untilValid(calibration, () => loadOnce(calibration, sandbox, guest, cell));

/** CPU per request of a fixed cost and `more` percent on top: its arithmetic is user time, its clock counts everything. */
export async function observeCost(calibration: Calibration, more: number): Promise<void> {
  const { kit, image, observe } = calibration;
  const guest = fixtureGuest(image, `fixture-plus-${more}`, ["--work", String((TURNS * (100 + more)) / 100)]);
  await inSandbox(kit, guest, async (sandbox) => {
    const known = await load(calibration, sandbox, guest, at("wrk", 20, 2));
    if (!known) return;
    const { values } = known.reading;
    const truth = known.did.workNs / known.did.read / 1000;
    observe({ quantity: `cpu-user-per-request.+${more}`, truth, value: values["cpu-user-per-request"] });
    if (more > 0) return;
    const whole = known.did.cpuNs / known.did.answered / 1000;
    observe({ quantity: "cpu-per-request", truth: whole, value: values["cpu-per-request"] });
  });
}

/** The kit's rate against that of the tool alone: same sandbox, same request, one after the other. */
export async function observeRate(calibration: Calibration, tool: Tool, kitFirst: boolean): Promise<void> {
  const { kit, image, observe, check } = calibration;
  const guest = fixtureGuest(image, "fixture-rate", ["--work", String(TURNS / 5)]);
  const cell = at(tool, 50, 2);
  await inSandbox(kit, guest, async (sandbox) => {
    await awaitReady(sandbox.probe, guest, "launch");
    const plain = async () => {
      check();
      const { port } = guest.app;
      const request = { url: `http://${LOOPBACK}:${port}/`, connections: cell.connections, seconds: cell.window };
      const argv = TOOLS[tool].argv({ ...request, keepAlive: true, threads: cpuList(kit.cpus.helpers).length });
      const pid = await sandbox.probe.spawn(argv);
      const { stdout } = await sandbox.probe.reap(pid, { limitMs: TOOL_LIMIT_MS });
      const { requests, seconds } = TOOLS[tool].parse(stdout);
      return requests / seconds;
    };
    const byKit = async () => (await load(calibration, sandbox, guest, cell))?.reading.values.rps;
    const first = kitFirst ? await byKit() : await plain();
    const second = kitFirst ? await plain() : await byKit();
    const [value, truth] = kitFirst ? [first, second] : [second, first];
    observe({ quantity: `rps.${tool}`, truth: truth ?? Number.NaN, value });
  });
}

/** Answers after which connections get no further one: then everything sent before the deadline is settled. */
const HELD_AFTER = 2000;
const COUNT_TRIES = 3;
const HEADER_BYTES = 52;
/** An opening takes two segments whose headers are 8 bytes longer: maximum size and window scale. */
const OPENING_BYTES = 16;

/**
 * What the tool counted against what the fixture counted. The fixture stops answering well before the deadline, so that no
 * request is between two states when the tool stops: successes, errors and those without an answer have to add up exactly.
 */
export async function observeCounts(calibration: Calibration, tool: Tool): Promise<void> {
  const { kit, image, observe, check } = calibration;
  const options = ["--fail-every", "100", "--body", "1000", "--hold-after", String(HELD_AFTER)];
  const guest = fixtureGuest(image, "fixture-counts", options);
  // A second try needs a fresh fixture: this one stops answering only once. What is counted no disturbance can spoil.
  let known: Known | null = null;
  for (let tries = 0; tries < COUNT_TRIES && known?.reading.values.requests === undefined; tries++) {
    check();
    known = await inSandbox(kit, guest, (sandbox) => loadOnce(calibration, sandbox, guest, at(tool, 50, 1)));
  }
  if (!known || known.did.read === known.did.answered) return;
  const { did, reading } = known;
  observe({ quantity: `requests.${tool}`, truth: did.answered - did.failed - 2, value: reading.values.requests });
  observe({ quantity: `errors.${tool}`, truth: did.failed, value: reading.values.errors });
  if (tool !== "oha") return;
  observe({ quantity: "in-flight.oha", truth: did.read - did.answered, value: reading.values["in-flight"] });
  const sent = requestOf(contractOf(guest.app, ROUTE), guest.app.port).length;
  const contract = 2 * (sent + Number(reading.evidence.responseBytes));
  const { bytes, packets } = reading.evidence.network as { bytes: number | null; packets: number | null };
  const headers = (packets ?? Number.NaN) * HEADER_BYTES + (did.connections - 2) * OPENING_BYTES;
  const value = bytes === null ? null : bytes - headers;
  observe({ quantity: "bytes-per-response", truth: did.bytesIn + did.bytesOut - contract, value });
}

/** Latencies that the fixture makes by holding answers back. */
export async function observeLatency(calibration: Calibration): Promise<void> {
  const { kit, image, observe } = calibration;
  const late = fixtureGuest(image, "fixture-late", ["--delay", "5"]);
  await inSandbox(kit, late, async (sandbox) => {
    const known = await load(calibration, sandbox, late, at("oha", 10, 2));
    const truth = known ? known.did.waitedNs / known.did.answered / 1e6 : Number.NaN;
    observe({ quantity: "latency-mean.5ms", truth, value: known?.reading.values["latency-mean"] });
  });
  const stalling = fixtureGuest(image, "fixture-stalls", ["--stall", "500"]);
  await inSandbox(kit, stalling, async (sandbox) => {
    const known = await load(calibration, sandbox, stalling, at("oha", 100, 3));
    const truth = known ? known.did.stalledNs / known.did.stalled / 1e6 : Number.NaN;
    observe({ quantity: "latency-p99.500ms", truth, value: known?.reading.values["latency-p99"] });
  });
}

const at = (tool: Tool, connections: number, window: number): LoadCell => ({
  ...{ route: ROUTE, connections, tool, warmup: 0, window },
});
