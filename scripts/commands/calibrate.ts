import { join } from "node:path";
import { calibrationText } from "../calibration/calibration-text.ts";
import { quantitiesOf } from "../calibration/quantities.ts";
import { EXIT } from "../cli.ts";
import { resolveBases } from "../images/bases.ts";
import { withChoices } from "../images/choices.ts";
import { buildFixture, buildHelpers } from "../images/images.ts";
import { type Anchor, EngineBusy, removeRun, takeEngine } from "../measure/anchor.ts";
import { calibrate, partsOf } from "../measure/calibration/calibrate.ts";
import { readHost } from "../measure/host.ts";
import type { Calibration } from "../model/calibration.ts";
import { keyedHost } from "../model/host-key.ts";
import { forTerminal } from "../model/progress.ts";
import { splitCpus } from "../plan/cpus.ts";
import { MEMORY_BYTES, PIDS } from "../plan/plan.ts";
import { makeProgress } from "../progress.ts";
import { saveLog } from "../records/log-file.ts";
import { machineDirectory, saveCalibration } from "../records/machine-directory.ts";
import { runDirectory, runName } from "../records/run-directory.ts";
import { busy, type Kit } from "./kit.ts";
import { bootId, holdLost, kitIdentity, stayOn } from "./runner.ts";

/**
 * `bench calibrate`: a server of known truth through the very code that measures subjects, and what that makes of it. The
 * result is kept for this machine, and later runs take it into their reports. Exit code 1 where a goal is missed.
 */
export async function calibrateCommand(kit: Kit, options: { json: boolean }, interrupt: AbortSignal): Promise<number> {
  const engine = await kit.freeEngine();
  const progress = forTerminal(makeProgress(process.stderr));
  const began = performance.now();
  const id = runName(new Date(), "calibration");
  // Build logs lie beside the runs, in a folder that is none.
  const place = runDirectory(kit.results, ".cache");
  const lost = new AbortController();
  const signal = AbortSignal.any([interrupt, lost.signal]);
  let anchor: Anchor | null = null;
  // Removing the containers ends whatever is being waited for in them.
  signal.addEventListener("abort", () => void removeRun(engine, id).catch(() => {}));
  try {
    progress.phase("images");
    const builder = {
      ...{ root: kit.root, bases: resolveBases(withChoices(kit.root, process.env)), engine, progress, signal },
      ...{ saveLog: (name: string, text: string) => saveLog(place, name, text), cache: join(kit.results, ".cache") },
    };
    const helpers = await buildHelpers(builder);
    const image = await buildFixture(builder);
    anchor = await takeEngine(engine, id, helpers.image, `rematch-${id}`);
    void anchor.ended.then(() => lost.abort(holdLost(id, "calibrate again")));
    const host = await readHost(anchor.probe, helpers.architecture);
    const cpus = splitCpus(Object.keys(host.siblings).map(Number), host.siblings);
    await stayOn(cpus.helpers, progress);
    progress.phase("calibration");
    const sandboxes = {
      ...{ engine, run: id, probeImage: helpers.image, volume: `rematch-${id}`, cpus },
      ...{ memoryBytes: MEMORY_BYTES, pids: PIDS, sameKernel: host.bootId === bootId() },
    };
    const tools = (["oha", "wrk"] as const).filter((tool) => helpers.tools[tool]);
    const observations = await calibrate({ kit: sandboxes, image, progress, signal }, partsOf(tools));
    const calibration: Calibration = {
      schema: 1,
      calibratedAt: new Date().toISOString(),
      seconds: (performance.now() - began) / 1000,
      kit: await kitIdentity(kit.root),
      machine: keyedHost(host, (await engine.info()).version),
      tools: helpers.tools,
      quantities: quantitiesOf(observations),
    };
    const directory = machineDirectory(kit.results, calibration.machine.key);
    await saveCalibration(directory, calibration, observations);
    progress.end();
    if (options.json) kit.printJson(calibration);
    else kit.print(`${calibrationText(calibration)}Kept in ${directory.path}/\n`);
    return calibration.quantities.every(({ ok }) => ok) ? EXIT.done : EXIT.hit;
  } catch (error) {
    if (interrupt.aborted) return EXIT.interrupted;
    if (error instanceof EngineBusy) throw busy(error.run);
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    progress.end();
    anchor?.probe.close();
    await removeRun(engine, id).catch((error: Error) => progress.note(`not everything was removed: ${error.message}`));
  }
}
