import { type Arm, makeArm } from "../../model/cell.ts";
import { parseResponse } from "../contract.ts";
import type { Probe } from "../probe.ts";
import type { Guest } from "../sandbox.ts";
import { LOOPBACK } from "../sandbox.ts";

/** What the fixture knows of itself (docker/probe/fixture.c). Clocks are CLOCK_MONOTONIC; all times are in nanoseconds. */
export interface Truth {
  /** Right after its own listen(), and right before it sent its first answer; 0 before that. */
  listenNs: number;
  answerNs: number;
  /** CPU time of the process at that answer, what it took between its fork and its own start included. */
  answerCpuNs: number;
  /** Connections that sent a counted request, and the requests read from them. */
  connections: number;
  read: number;
  /** Answers sent, of which `failed` were a 500 and `stalled` were held back. */
  answered: number;
  failed: number;
  stalled: number;
  bytesIn: number;
  bytesOut: number;
  /** CPU time of the whole process, and of its arithmetic alone. */
  cpuNs: number;
  workNs: number;
  /** From reading a request to sending its answer, summed over those not stalled, and those stalled. */
  waitedNs: number;
  stalledNs: number;
}

const PORT = 3000;
const EXCHANGE_LIMIT_MS = 10_000;

/** The fixture as a subject, under a name of its own, told by its options how to behave. */
export function fixtureGuest(
  image: string,
  name: string,
  options: string[],
  arm: Arm = makeArm(name, "fixture"),
): Guest {
  const size = Number(options[options.indexOf("--body") + 1] ?? 0);
  const body = options.includes("--body") ? `"${"x".repeat(size - 2)}"` : '{"status":"ok"}';
  const route = { method: "GET", path: "/", status: 200, contentType: "application/json", body };
  return {
    arm,
    image,
    target: {
      ...{ about: "a server of known truth", runtime: "fixture", version: "1", dockerfile: "docker/probe/Dockerfile" },
      ...{ stage: "fixture", args: {}, base: "scratch", command: ["/fixture", ...options] },
    },
    app: { about: "one answer", port: PORT, ready: "ok", routes: { ok: route } },
  };
}

/** What fixtures told at their ends, the oldest first, out of their container's log. */
export function truthsIn(log: string): Truth[] {
  return [...log.matchAll(/^fixture: (\{.*\})$/gm)].map((match) => JSON.parse(match[1] ?? "") as Truth);
}

/** Asks the fixture what it knows, which it counts nowhere. */
export async function askTruth(probe: Probe): Promise<Truth> {
  return JSON.parse(await request(probe, "/stats")) as Truth;
}

/** Sends a request for an effect such as `/touch/64` and returns the body. Throws where the fixture could not do it. */
export async function request(probe: Probe, path: string): Promise<string> {
  const raw = await probe.http(LOOPBACK, PORT, `GET ${path} HTTP/1.1\r\nHost: ${LOOPBACK}\r\n\r\n`, EXCHANGE_LIMIT_MS);
  const response = parseResponse(raw);
  if (response?.status !== 200) throw new Error(`the fixture could not do ${path}: ${raw.slice(0, 80)}`);
  return response.body;
}
