import type { ClaimResult } from "../model/judgement.ts";
import { threeDigits } from "../model/quantity.ts";
import { askedClaims, unaskedText } from "./asked-claims.ts";
import { flipText, measuredFigure, publishedFigure } from "./figures.ts";
import { lineText, list, section, table } from "./markdown-table.ts";
import type { Report } from "./schema.ts";

/** The asked claims by group, in the article's order: those of one group rest on the same samples. */
export function byGroup(report: Report): { says: string; claims: ClaimResult[] }[] {
  const claims = askedClaims(report);
  return report.groups
    .map(({ id, says }) => ({ says, claims: claims.filter(({ group }) => group === id) }))
    .filter((group) => group.claims.length > 0);
}

export function answerSection(report: Report): string {
  const groups = byGroup(report).map(({ says, claims }) => `### ${lineText(says)}\n\n${list(claims.map(answerLine))}`);
  const rest = unaskedText(report);
  const shared = "Claims of one group rest on the same samples.\n";
  return section("Answer, group by group", shared, ...groups, ...(rest === null ? [] : [`${rest}\n`]));
}

function answerLine(claim: ClaimResult): string {
  const figures =
    claim.measured === null ? "" : ` (published ${publishedFigure(claim)}, here ${measuredFigure(claim)})`;
  return `**${claim.verdict}**: ${claim.says}${figures}`;
}

export function claimsSection(report: Report): string {
  const rows = askedClaims(report).map((claim) => [
    claim.id,
    publishedFigure(claim),
    measuredFigure(claim),
    `**${claim.verdict}**`,
    [claim.reason, claim.note ?? "", arithmeticText(claim)].filter((text) => text !== "").join(" "),
    flipText(claim.flipsAtTolerance),
    claim.deviations.join(", "),
  ]);
  const head = [
    "claim",
    "published",
    "measured [95 % interval], rounds",
    "verdict",
    "why",
    "flips at a tolerance of",
    "deviations",
  ];
  return section("Claims", table(head, rows));
}

const arithmeticText = ({ arithmetic }: ClaimResult): string =>
  arithmetic === null ? "" : `The article's own figures: ${arithmetic.text}.`;

export function readingsSection(report: Report): string {
  const several = askedClaims(report).filter(({ readings, tools }) => readings.length > 1 || tools.length > 0);
  const rows = several.flatMap(({ id, readings, tools }) => [
    ...readings.map((reading) => [
      id,
      reading.id,
      reading.what,
      reading.outcome,
      measuredFigure(reading),
      flipText(reading.flipsAtTolerance),
      reading.because ?? "",
    ]),
    ...tools
      .filter(({ judged }) => !judged)
      .map((each) => [id, `by ${each.tool}`, "shown beside, not judged", each.outcome, measuredFigure(each), "", ""]),
  ]);
  const head = ["claim", "reading", "what it means", "outcome", "measured", "flips at", "because"];
  return section("Readings", table(head, rows));
}

const calls = (count: number | null): string => (count === null ? "–" : threeDigits(count));

export function armsSection(report: Report): string {
  const rows = askedClaims(report).flatMap(({ id, arms }) =>
    arms
      .filter(({ outcome, confirmed }) => outcome !== "not-measured" || confirmed !== null)
      .map((arm) => [
        id,
        arm.id,
        arm.what,
        `${arm.outcome}: ${measuredFigure(arm)}`,
        arm.confirmed === null ? "no" : measuredFigure(arm.confirmed),
        arm.confirmed === null ? "" : arm.confirmed.agrees ? "yes" : "no",
        arm.traced.map(({ arm: name, writes, all }) => `${name}: ${calls(writes)} sending of ${calls(all)}`).join("; "),
      ]),
  );
  const head = ["claim", "arm", "what differs", "first rounds", "fresh rounds", "agrees", "system calls per response"];
  return section("Arms beyond the readings", table(head, rows));
}
