import { takeColdStart } from "../cold-start.ts";
import { checkLimits } from "../process.ts";
import { fixtureGuest, truthsIn } from "./fixture.ts";
import { type Calibration, inSandbox, untilValid } from "./observe.ts";

/**
 * Cold starts of a fixture that listens after a known time, in one sandbox. The truth is its own stamp after listen(), and
 * its stamp before it sends the first answer: what lies between is the server's own time, and no error of the kit.
 */
export async function observeStarts(calibration: Calibration, listenAfterMs: number, trials: number): Promise<void> {
  const { kit, image, observe } = calibration;
  const guest = fixtureGuest(image, "fixture", ["--listen-after", String(listenAfterMs)]);
  await inSandbox(kit, guest, async (sandbox) => {
    await checkLimits(sandbox, 1);
    const starts: Awaited<ReturnType<typeof takeColdStart>>[] = [];
    for (let trial = 1; trial <= trials; trial++) {
      const valid = await untilValid(calibration, async () => {
        const reading = await takeColdStart(sandbox, guest, trial);
        starts.push(reading);
        return { reading };
      });
      // A machine that is not quiet now will not be so for the next trial: later rounds find it otherwise.
      if (valid === null) break;
    }
    const truths = truthsIn(await sandbox.subject.logs(4 * starts.length));
    if (truths.length !== starts.length) {
      throw new Error(`${starts.length} starts of the fixture, and it told of ${truths.length}`);
    }
    for (const [nth, reading] of starts.entries()) {
      const truth = truths[nth];
      if (reading.void !== null || !truth) continue;
      const since = (ns: number) => (ns - Number(reading.evidence.execNs)) / 1e6;
      const value = reading.values["cold-start"];
      observe({ quantity: `cold-start.${listenAfterMs}ms`, truth: since(truth.listenNs), value });
      observe({ quantity: `cold-start.${listenAfterMs}ms.answer`, truth: since(truth.answerNs), value });
      const cpu = reading.values["cold-start-cpu"];
      if (listenAfterMs === 14)
        observe({ quantity: "cold-start-cpu.14ms", truth: truth.answerCpuNs / 1e6, value: cpu });
    }
  });
}
