import { type Check, ok, warning } from "./check.ts";

/** What is known of the instrument's last calibration on this machine. */
export interface Calibrated {
  ageSeconds: number;
  /** Quantities whose goals it missed, of all. */
  missed: number;
  all: number;
}

const DAY = 86_400;
/** A machine changes slowly, but it does: firmware, neighbours, what else was installed. */
const OLD_DAYS = 30;

/** Whether reports from here state the instrument's error, how old that is, and whether it is what it should be. */
export function calibrationCheck(calibrated: Calibrated | null): Check {
  const remedy = "bench calibrate, when nothing else runs here";
  if (calibrated === null) return { id: "calibration", state: "unknown", found: "never, on this machine", remedy };
  const { ageSeconds, missed, all } = calibrated;
  const found = `${ageText(ageSeconds)} ago, ${missed === 0 ? "all goals kept" : `${missed} of ${all} goals missed`}`;
  const doubtful = missed > 0 || ageSeconds > OLD_DAYS * DAY;
  return doubtful ? warning("calibration", found, remedy) : ok("calibration", found);
}

function ageText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  if (hours < 1) return "less than an hour";
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
