import type { ClaimResult, Verdict } from "../model/judgement.ts";
import { threeDigits } from "../model/quantity.ts";
import { byGroup, unaskedText } from "./asked-claims.ts";
import { claimSentences, secondsText } from "./figures.ts";
import { instrumentText } from "./instrument.ts";
import { paragraph } from "./paragraph.ts";
import type { Report } from "./schema.ts";

export interface TerminalOptions {
  /** Columns, to which lines are broken; unknown, or 0 as some terminals say, is taken as 80. */
  width: number | undefined;
  color: boolean;
}

type Paint = (code: number, text: string) => string;

const BOLD = 1;
const RED = 31;
const GREEN = 32;
const YELLOW = 33;
const DIM = 2;

const COLOURS: Partial<Record<Verdict, number>> = {
  reproduced: GREEN,
  "reproduced-under": GREEN,
  contradicted: RED,
  reversed: RED,
  outside: RED,
  "not-measured": DIM,
  shown: DIM,
};

/** The report for a terminal: the answer by group with the reasons, and what went wrong. */
export function renderTerminal(report: Report, { width: columns, color }: TerminalOptions): string {
  const width = columns || 80;
  const paint: Paint = (code, text) => (color ? `\u001b[${code}m${text}\u001b[0m` : text);
  const head = [
    paragraph(report.article.title, width),
    paragraph(`${report.profile.name} profile, ${report.profile.rounds} rounds, run ${report.run}`, width),
    ...report.stamps.map((stamp) => paint(YELLOW, paragraph(stamp, width))),
  ];
  const groups = byGroup(report).map(({ says, claims }) =>
    [paint(BOLD, paragraph(says, width)), ...claims.map((claim) => claimText(claim, width, paint))].join("\n"),
  );
  const rest = unaskedText(report);
  const tail = [
    rest === null ? "" : paragraph(rest, width),
    findingsText(report, width, paint),
    flagsText(report, width, paint),
    closing(report, width),
  ];
  return `${[head.join("\n"), ...groups, ...tail].filter((part) => part !== "").join("\n\n")}\n`;
}

function claimText(claim: ClaimResult, width: number, paint: Paint): string {
  const verdict = paint(COLOURS[claim.verdict] ?? YELLOW, claim.verdict);
  const says = paragraph(claim.says, width, "    ");
  // A figure that is only shown needs no reason, and the table of claims has one beside the others.
  if (claim.verdict === "shown") {
    const figures = `${claim.says}: ${claimSentences(claim).join(" ")}`;
    return `  ${verdict}\n${paint(DIM, paragraph(figures, width, "    "))}`;
  }
  return `  ${verdict}\n${says}\n${paragraph(claimSentences(claim).join(" "), width, "      ")}`;
}

function findingsText({ findings }: Report, width: number, paint: Paint): string {
  if (findings.length === 0) return "";
  const each = findings.map(({ what, where, text }) => paragraph(`${what}: ${where}: ${text}`, width, "  "));
  return [paint(BOLD, "Findings"), ...each].join("\n");
}

function flagsText({ flags }: Report, width: number, paint: Paint): string {
  if (flags.length === 0) return "";
  const each = flags.map(({ flag, advice, where }) => paragraph(`${flag} (${where.length}x): ${advice}`, width, "  "));
  return [paint(BOLD, "Flags"), ...each].join("\n");
}

function closing(report: Report, width: number): string {
  const { timing, scope, deviations } = report;
  const factor = timing?.factor == null ? "" : `, ${threeDigits(timing.factor)} times windows and starts`;
  const time = timing === null ? "" : `Measuring took ${secondsText(timing.wall)}${factor}. `;
  const different = deviations.map(({ id }) => id).join(", ");
  return [
    paragraph(`Done differently from the article: ${different}. The report says how, and for which claims.`, width),
    paragraph(`${time}${scope} ${instrumentText(report)}`, width),
  ].join("\n");
}
