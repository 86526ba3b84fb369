import { biasText, type Calibration, type QuantityResult } from "../model/calibration.ts";
import { METRICS } from "../model/metric.ts";
import { quantityText } from "../model/quantity.ts";

const HEAD = ["", "", "bias", "spread", "n", "goal"];

/** What a calibration found, for a terminal: by metric, a line for every truth, and how many goals were missed. */
export function calibrationText({ quantities, seconds, machine }: Calibration): string {
  const rows = quantities.map(rowOf);
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  const lines = quantities.flatMap(({ metric }, at) => {
    const heading = metric === quantities[at - 1]?.metric ? [] : ["", METRICS[metric].label];
    return [...heading, line(rows[at] ?? [])];
  });
  const missed = quantities.filter(({ ok }) => !ok).length;
  const verdict =
    missed === 0
      ? `All ${quantities.length} keep their goals.`
      : `${missed} of ${quantities.length} miss their goals: calibrate when nothing else runs here.`;
  const place = `${machine.cpuModel}, ${machine.cpus} CPUs, kernel ${machine.kernel}, engine ${machine.engine}`;
  return `${line(HEAD)}\n${lines.join("\n")}\n\n${verdict}\nTook ${Math.round(seconds)} s on ${place}.\n`;
}

function rowOf(row: QuantityResult): string[] {
  const { says, n, ok, unit, truth, bias, iqr } = row;
  if (truth === null || bias === null || iqr === null) return ["MISSED", says, "not measured", "", "0", goalText(row)];
  return [ok ? "ok" : "MISSED", says, biasText(row), quantityText(iqr, unit), String(n), goalText(row)];
}

function goalText({ goal, unit }: QuantityResult): string {
  if (goal.bias === 0) return "exact";
  const bias = quantityText(goal.bias, goal.of === "truth" ? "share" : unit);
  return goal.iqr === null ? `≤ ${bias}` : `≤ ${bias}, ≤ ${quantityText(goal.iqr, unit)}`;
}
