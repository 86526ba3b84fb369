import { EXIT } from "../cli.ts";
import { type Check, checksText } from "../doctor/check.ts";
import { checks } from "../doctor/checks.ts";
import { findings } from "../doctor/findings.ts";
import { resolveBases } from "../images/bases.ts";
import { withChoices } from "../images/choices.ts";
import { PROBE_IMAGE, versionsIn } from "../images/helpers.ts";
import { lookForImages } from "../images/registry.ts";
import { EngineBusy, livingRun, removeRun, takeEngine } from "../measure/anchor.ts";
import { readHost } from "../measure/host.ts";
import { readMachine } from "../measure/machine.ts";
import type { Engine } from "../model/engine.ts";
import { keyedHost } from "../model/host-key.ts";
import { machineDirectory, readCalibration } from "../records/machine-directory.ts";
import { sayIfLost } from "../records/results-folder.ts";
import { busy, type Kit } from "./kit.ts";

/** `bench doctor`: whether engine and machine are fit to measure; exit code 1 where they are not. */
export async function doctorCommand(kit: Kit, { json }: { json: boolean }): Promise<number> {
  const found = await diagnose(kit);
  if (json) kit.printJson({ schema: 1, checks: found });
  else kit.print(checksText(found));
  return found.some(({ state }) => state === "failure") ? EXIT.hit : EXIT.done;
}

async function diagnose(kit: Kit): Promise<Check[]> {
  const id = `doctor-${process.pid}`;
  const look = async (engine: Engine, architecture: string) => {
    try {
      const { probe } = await takeEngine(engine, id, PROBE_IMAGE, `rematch-${id}`).catch((error: unknown) => {
        throw error instanceof EngineBusy ? busy(error.run) : error;
      });
      const [host, machine] = [await readHost(probe, architecture), await readMachine(probe)];
      probe.close();
      return { host, machine: { ...machine, tools: versionsIn(machine.tools) } };
    } finally {
      await removeRun(engine, id);
    }
  };
  const bases = resolveBases(withChoices(kit.root, process.env));
  return checks(
    await findings({
      ...{ reach: kit.reachEngine, helperImage: PROBE_IMAGE, results: kit.results, living: livingRun, look },
      images: (engine) => lookForImages(engine, bases),
      refuse: (results) => sayIfLost(results, process.env),
      calibrated: async (host, { version }) => {
        const known = await readCalibration(machineDirectory(kit.results, keyedHost(host, version).key));
        if (known === null) return null;
        const missed = known.quantities.filter(({ ok }) => !ok).length;
        const ageSeconds = (Date.now() - Date.parse(known.calibratedAt)) / 1000;
        return { ageSeconds, missed, all: known.quantities.length };
      },
    }),
  );
}
