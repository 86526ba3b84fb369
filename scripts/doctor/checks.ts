import type { Abilities } from "../model/machine.ts";
import { calibrationCheck } from "./calibration-check.ts";
import { type Check, failure, ok, warning } from "./check.ts";
import { gigabytes } from "./figures.ts";
import type { BaseImage, EngineFindings, Findings } from "./findings.ts";
import { hostChecks } from "./host-checks.ts";

/** A run with all its logs takes tens of megabytes. */
const RESULTS_WANTED = 1e9;

/** Judges what was found: whether a run can be made here, and what would blur its numbers. */
export function checks({ engine, buildx, results }: Findings): Check[] {
  return [
    "what" in engine ? failure("engine", engine.what, engine.next) : ok("engine", engineText(engine)),
    buildx
      ? ok("buildx", buildx)
      : failure("buildx", "docker buildx does not run", "docker/up.sh installs it; elsewhere install docker-buildx"),
    resultsCheck(results),
    ...("what" in engine ? [] : engineChecks(engine)),
  ];
}

function resultsCheck(results: Findings["results"]): Check {
  if ("what" in results) return failure("results disk", results.what, results.next);
  const free = `${gigabytes(results.freeBytes)} free for ${results.path}`;
  return results.freeBytes >= RESULTS_WANTED
    ? ok("results disk", free)
    : warning("results disk", free, "make room, or name another folder: REMATCH_RESULTS=DIR");
}

const engineText = ({ info, abilities }: EngineFindings): string =>
  `${info.version}, ${info.storageDriver}, ${info.operatingSystem}, data in ${abilities.dataRoot}`;

function engineChecks(engine: EngineFindings): Check[] {
  const { images, living, leftovers, seen, lookTrouble, helperImage, abilities, calibrated } = engine;
  return [
    imagesCheck(images),
    living
      ? warning("other runs", `run ${living} is measuring`, "wait for its end: two at once spoil each other")
      : ok("other runs", "none"),
    leftovers > 0 && !living
      ? warning("leftovers", `${leftovers} containers, networks or volumes of ended runs`, "bench clean removes them")
      : ok("leftovers", "none"),
    cgroupCheck(abilities, seen?.host.cgroupVersion ?? null, seen?.machine.swapBytes ?? null),
    ...(seen ? hostChecks(seen.host, seen.machine) : [unseen(helperImage, lookTrouble)]),
    ...(seen ? [instrumentCheck(calibrated)] : []),
  ];
}

const instrumentCheck = (calibrated: EngineFindings["calibrated"]): Check =>
  calibrated !== null && "what" in calibrated
    ? warning("calibration", calibrated.what, calibrated.next)
    : calibrationCheck(calibrated);

function imagesCheck(images: readonly BaseImage[]): Check {
  const missing = images.filter(({ trouble }) => trouble !== null);
  const [first] = missing;
  if (first) {
    const found = missing.map(({ name, trouble }) => `${name}: ${trouble}`).join("; ");
    return failure("base images", `not on the engine, and cannot be had: ${found}`, first.next);
  }
  const text = ({ name, source, present }: BaseImage) =>
    `${name} (${source}${present ? "" : ", pulled when first needed"})`;
  return ok("base images", images.map(text).join(", "));
}

/** Swap need not be limited where there is none. */
function cgroupCheck({ limits, driver }: Abilities, version: string | null, swapBytes: number | null): Check {
  const able = Object.entries(limits).flatMap(([name, can]) => (can ? [name] : []));
  const lacking = Object.entries(limits).flatMap(([name, can]) =>
    can || (name === "swap" && swapBytes === 0) ? [] : [name],
  );
  const found = `${version ? `version ${version}, ` : ""}driver ${driver}, limits ${able.join(", ") || "nothing"}`;
  return lacking.length === 0
    ? ok("cgroup", found)
    : failure(
        "cgroup",
        `${found}; not ${lacking.join(", ")}`,
        "a run needs them: enable the controllers (for memory and swap boot with cgroup_enable=memory swapaccount=1)",
      );
}

function unseen(helperImage: boolean, trouble: EngineFindings["lookTrouble"]): Check {
  if (trouble) return failure("host", trouble.what, trouble.next);
  return {
    id: "host",
    state: "unknown",
    found: helperImage ? "not looked at while a run measures" : "the helper that looks at it is not built yet",
    remedy: helperImage ? null : "bench run builds it first",
  };
}
