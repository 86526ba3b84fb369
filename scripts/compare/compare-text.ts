import { METRICS } from "../model/metric.ts";
import { grouped, quantityText, threeDigits } from "../model/quantity.ts";
import { terminalLine } from "../model/terminal-text.ts";
import type { Comparison, Difference, Figure } from "./schema.ts";

/** What `bench compare` prints: what differs, what changed, what the verdicts came to. */
export function comparisonText(comparison: Comparison): string {
  const { a, b, differences } = comparison;
  const head = [
    `A  ${a.run}, ${a.profile}, ${a.status}`,
    `B  ${b.run}, ${b.profile}, ${b.status}`,
    ...(comparison.comparable ? [] : ["Compared because --anyway was said: what is marked ! forbids it."]),
  ];
  return [
    head.map(terminalLine).join("\n"),
    differences.length === 0
      ? "Nothing differs but what was measured."
      : `What differs\n${differencesText(differences)}`,
    figuresText(comparison),
    verdictsText(comparison),
    onlyText(comparison),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

export function differencesText(differences: readonly Difference[]): string {
  const width = Math.max(...differences.map(({ what }) => what.length));
  const indent = " ".repeat(width + 4);
  return differences
    .flatMap(({ what, a, b, forbids }) => [
      `${forbids ? "! " : "  "}${what.padEnd(width)}  A ${terminalLine(a)}`,
      `${indent}B ${terminalLine(b)}`,
    ])
    .join("\n");
}

function figuresText({ figures, floor }: Comparison): string {
  const of = (change: Figure["change"]) => figures.filter((figure) => figure.change === change);
  const within = of("within");
  const moved = within.filter(hasMoved);
  const percent = `${Number((floor * 100).toPrecision(3))} %`;
  const words: [string, Figure[]][] = [
    [`Worse by more than ${percent}`, of("regression")],
    [`Better by more than ${percent}`, of("improvement")],
    [`Changed, but not shown to be by more than ${percent}`, moved],
  ];
  const shown = words.filter(([, some]) => some.length > 0);
  const judgedCount = figures.length - of("not-judged").length;
  const summary = [
    `Of ${figures.length} figures that both runs have ${judgedCount} can be judged:`,
    `${of("regression").length} worse, ${of("improvement").length} better, ${within.length} within ${percent}` +
      `, of which ${within.length - moved.length} show no change.`,
    "B ÷ A with Welch's 95 % interval over the rounds. Rounds of a run share its hour, so no interval knows how runs differ",
    `by themselves: that is what the ${percent} are for (--floor). Worse and better: one-sided, p < 0.05 after Holm.`,
  ];
  return [...shown.map(([title, some]) => `${title}\n${some.map(figureLine).join("\n")}`), summary.join("\n")].join(
    "\n\n",
  );
}

/** An interval that leaves 1 out, by more than three digits would hide, or a count that is another one. */
function hasMoved({ ratio, low, high, method }: Figure): boolean {
  if (method === "counted exactly") return ratio !== 1;
  return ratio !== null && threeDigits(ratio) !== "1.00" && low !== null && high !== null && (low > 1 || high < 1);
}

function figureLine({ arm, measure, metric, unit, a, b, ratio, low, high }: Figure): string {
  const name = `${arm} ${measure.startsWith("load/") ? `${measure} ` : ""}${METRICS[metric].label}`;
  const values = `${quantityText(a.value, unit)} → ${quantityText(b.value, unit)}`;
  // A count is exact, and may have changed by less than three digits show.
  const counted = `${b.value > a.value ? "+" : "-"}${grouped(Math.abs(b.value - a.value))} ${unit}`;
  const interval = low === null || high === null ? `, ${counted}` : ` [${threeDigits(low)}, ${threeDigits(high)}]`;
  const times = ratio === null ? "" : `${threeDigits(ratio)}x${interval}`;
  return terminalLine(`  ${times.padEnd(22)}  ${name}: ${values}`);
}

function verdictsText({ verdicts, claims }: Comparison): string {
  if (claims === 0) return "No claim was judged in both runs.";
  const same = `${claims - verdicts.length} of ${claims} claims have the verdict they had.`;
  const changes = verdicts.map(({ id, says, a, b }) => terminalLine(`  ${a} → ${b}: ${says} (${id})`));
  return [...(changes.length === 0 ? [] : ["Verdicts that changed", ...changes]), same].join("\n");
}

function onlyText({ only }: Comparison): string {
  const text = (name: string, cells: readonly string[]) =>
    cells.length === 0 ? [] : [`Only ${name} measured: ${namesText(cells)}`];
  return [...text("A", only.a), ...text("B", only.b)].join("\n");
}

const CELLS_SHOWN = 4;

function namesText(cells: readonly string[]): string {
  const more = cells.length > CELLS_SHOWN ? ` and ${cells.length - CELLS_SHOWN} more` : "";
  return `${cells.slice(0, CELLS_SHOWN).map(terminalLine).join(", ")}${more}`;
}
