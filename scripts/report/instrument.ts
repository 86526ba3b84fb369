import { biasText, type QuantityResult } from "../model/calibration.ts";
import type { Summary } from "../model/judgement.ts";
import { METRICS } from "../model/metric.ts";
import { quantityText } from "../model/quantity.ts";
import { section, table } from "./markdown-table.ts";
import { md } from "./markdown-text.ts";
import type { Report } from "./schema.ts";

/**
 * The instrument's error of a figure, as its calibration found it: the largest bias among the quantities of its metric, of
 * its own load tool where there is one for each. Empty where the metric has none.
 */
export function errorText(
  { instrument }: Pick<Report, "instrument">,
  { metric, measure }: Pick<Summary, "metric" | "measure">,
): string {
  const own = (instrument?.quantities ?? []).filter((row) => row.metric === metric && row.bias !== null);
  const tool = measure.startsWith("load/") ? measure.slice(measure.lastIndexOf("/") + 1) : null;
  const ofTool = own.filter(({ quantity }) => quantity.endsWith(`.${tool}`));
  const [worst] = (ofTool.length > 0 ? ofTool : own).sort((a, b) => shareOf(b) - shareOf(a));
  if (worst === undefined || worst.iqr === null) return "";
  if (worst.bias === 0 && worst.iqr === 0) return "exact";
  return `${biasText(worst)}, spread ${quantityText(worst.iqr, worst.unit)}`;
}

/** How large a bias is, to compare those of one metric: as a share of the truth where its goal is one. */
function shareOf({ bias, truth, goal }: QuantityResult): number {
  return Math.abs(bias ?? 0) / (goal.of === "truth" ? Math.abs(truth ?? 1) || 1 : 1);
}

/** One sentence on whether, when and by which kit the instrument was calibrated. */
export function instrumentText({ instrument, kit }: Pick<Report, "instrument" | "kit">): string {
  if (instrument === null) {
    return "The instrument's error is not known here: this machine was not calibrated before the run (bench calibrate).";
  }
  const missed = instrument.quantities.filter(({ ok }) => !ok).length;
  const goals = missed === 0 ? "all goals kept" : `${missed} of ${instrument.quantities.length} goals missed`;
  const other = instrument.kit.commit === kit.commit ? "" : `, by another commit of the kit`;
  return `The instrument was calibrated on this machine at ${instrument.calibratedAt}${other}: ${goals}.`;
}

/** Every quantity of the calibration: metric, truth, its size, bias, spread, n, and whether its goal was kept. */
export function instrumentRows({ instrument }: Pick<Report, "instrument">): string[][] {
  return (instrument?.quantities ?? []).map((row) => [
    METRICS[row.metric].label,
    row.says,
    row.truth === null ? "" : quantityText(row.truth, row.unit),
    biasText(row),
    row.iqr === null ? "" : quantityText(row.iqr, row.unit),
    String(row.n),
    row.ok ? "kept" : "missed",
  ]);
}

export function instrumentSection(report: Report): string {
  const head = ["metric", "known truth", "its size", "bias", "spread", "n", "goal"];
  return section("Instrument", `${md`${instrumentText(report)}`.source}\n`, table(head, instrumentRows(report)));
}
