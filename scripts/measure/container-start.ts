import type { Container } from "../model/engine.ts";
import { gate, gateVoid } from "./gate.ts";
import { withLastWords } from "./last-words.ts";
import type { Probe } from "./probe.ts";
import { awaitReady } from "./process.ts";
import { measured, type Reading } from "./reading.ts";
import { createSubject, type Guest, type Kit, openNamespace, startProbe } from "./sandbox.ts";

/**
 * Time from the engine's start call to the first valid answer, in milliseconds: what the subject adds to the engine's own
 * floor. The runner's clock and the probe's are one only on one kernel: with a remote engine the campaign leaves this out.
 */
async function timeStart(kit: Kit, guest: Guest): Promise<{ ms: number; gate: Awaited<ReturnType<typeof gate>> }> {
  const opened: Container[] = [];
  let probe: Probe | null = null;
  try {
    const pause = await openNamespace(kit, guest);
    opened.push(pause);
    const helper = await startProbe(kit, pause.id, null);
    opened.push(helper.container);
    probe = helper.probe;
    const { subject, limits } = await createSubject(kit, guest, pause.id, true);
    opened.push(subject);
    const passed = await gate(probe, null);
    const ready = awaitReady(probe, guest, "attach");
    const called = process.hrtime.bigint();
    const [, started] = await Promise.all([subject.start(), ready]).catch(async (error: Error) => {
      throw await withLastWords(error, subject, limits.memoryBytes);
    });
    return { ms: (started.readyNs - Number(called)) / 1e6, gate: passed };
  } finally {
    probe?.close();
    for (const container of opened.reverse()) await container.remove();
  }
}

/** A program that answers at once, from the kit's own image: what any container start costs on this engine. */
export function floorGuest(kit: Kit, guest: Guest): Guest {
  return {
    ...guest,
    image: kit.probeImage,
    target: { ...guest.target, command: ["/rematch/fixture"] },
    app: {
      ...guest.app,
      ready: "floor",
      routes: {
        floor: { method: "GET", path: "/", status: 200, contentType: "application/json", body: '{"status":"ok"}' },
      },
    },
  };
}

/** Container start of the subject, and the floor right after it. */
export async function takeContainerStart(kit: Kit, guest: Guest): Promise<Reading> {
  const subject = await timeStart(kit, guest);
  const floor = await timeStart(kit, floorGuest(kit, guest));
  return {
    trial: 1,
    window: (subject.ms + floor.ms) / 1000,
    values: measured({ "container-start": subject.ms, "container-floor": floor.ms }),
    flags: [],
    void: gateVoid(subject.gate) ?? gateVoid(floor.gate),
    evidence: { gates: [subject.gate, floor.gate] },
  };
}
