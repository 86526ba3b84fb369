import { quantitiesOf } from "../../scripts/calibration/quantities.ts";
import type { Calibration, Observation } from "../../scripts/model/calibration.ts";
import { keyedHost } from "../../scripts/model/host-key.ts";
import type { Host } from "../../scripts/model/run.ts";

export const HOST: Host = {
  ...{ kernel: "6.1.0-13-amd64", architecture: "amd64", cpuModel: "A processor", cpus: 2, memoryBytes: 8e9 },
  ...{ cgroupVersion: "2", transparentHugePages: "madvise", governor: null, siblings: { 0: "0", 1: "1" } },
  bootId: "00000000-0000-4000-8000-000000000000",
};

/** A calibration of a machine of tests that observed this. */
export const calibrationOf = (observations: Observation[]): Calibration => ({
  schema: 1,
  calibratedAt: "2026-11-30T12:00:00.000Z",
  seconds: 240,
  kit: { version: "0.1.0", commit: "0123456789abcdef0123456789abcdef01234567" },
  machine: keyedHost(HOST, "26.1.5"),
  tools: { oha: "1.16.0", wrk: "4.1.0" },
  quantities: quantitiesOf(observations),
});
