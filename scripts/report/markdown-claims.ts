import type { ClaimResult } from "../model/judgement.ts";
import { threeDigits } from "../model/quantity.ts";
import { askedClaims, byGroup, unaskedText } from "./asked-claims.ts";
import { armFigure, flipText, measuredFigure, publishedFigure, readingMeaning } from "./figures.ts";
import { list, section, table } from "./markdown-table.ts";
import { type Markdown, md } from "./markdown-text.ts";
import type { Report } from "./schema.ts";

export function answerSection(report: Report): string {
  const groups = byGroup(report).map(
    ({ says, claims }) => `${md`### ${says}`.source}\n\n${list(claims.map(answerLine))}`,
  );
  const rest = unaskedText(report);
  const shared = "Claims of one group rest on the same samples.\n";
  return section("Answer, group by group", shared, ...groups, ...(rest === null ? [] : [`${rest}\n`]));
}

/** With where the statement stands: a question that the article's file asks of its own must not pass for the article's. */
function answerLine(claim: ClaimResult): Markdown {
  const { verdict, says, measured, published } = claim;
  const source = published.provenance;
  if (measured === null) return md`**${verdict}**: ${says}; source: ${source}`;
  const figures = `published ${publishedFigure(claim)}, here ${measuredFigure(claim)}`;
  return md`**${verdict}**: ${says} (${figures}); source: ${source}`;
}

export function claimsSection(report: Report): string {
  const rows = askedClaims(report).map((claim) => [
    claim.id,
    publishedFigure(claim),
    measuredFigure(claim),
    md`**${claim.verdict}**`,
    [claim.reason, claim.note ?? "", ownFigures(claim)].filter((text) => text !== "").join(" "),
    flipText(claim.flipsAtTolerance),
    claim.deviations.join(", "),
  ]);
  const head = [
    "claim",
    "published",
    "measured [95 % interval], rounds",
    "verdict",
    "why",
    "reproduced if this much is allowed",
    "deviations",
  ];
  return section("Claims", `${ALLOWED}\n`, table(head, rows));
}

/** What the column of tolerances means to a reader who has not read how claims are judged. */
const ALLOWED =
  "How far a measured value may lie from the published one and still reproduce it is said under “why”, and was fixed " +
  "before measuring. The column beside it says from which allowance on the claim would be reproduced.";

const ownFigures = ({ arithmetic, spread }: ClaimResult): string =>
  [arithmetic, spread].flatMap((own) => (own === null ? [] : [`The article's own figures: ${own.text}.`])).join(" ");

export function readingsSection(report: Report): string {
  const several = askedClaims(report).filter(({ readings, tools }) => readings.length > 1 || tools.length > 0);
  const rows = several.flatMap(({ id, readings, tools }) => [
    ...readings.map((reading) => [
      id,
      reading.id,
      readingMeaning(reading, readings[0]),
      reading.outcome,
      measuredFigure(reading),
      flipText(reading.flipsAtTolerance),
      reading.because ?? "",
    ]),
    ...tools
      .filter(({ judged }) => !judged)
      .map((each) => [id, `by ${each.tool}`, "shown beside, not judged", each.outcome, measuredFigure(each), "", ""]),
  ]);
  const head = [
    "claim",
    "reading",
    "what it means",
    "outcome",
    "measured",
    "reproduced if this much is allowed",
    "because",
  ];
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
        `${arm.outcome}: ${armFigure(arm)}`,
        arm.confirmed === null ? "no" : measuredFigure(arm.confirmed),
        arm.confirmed === null ? "" : arm.confirmed.agrees ? "yes" : "no",
        arm.traced.map(({ arm: name, writes, all }) => `${name}: ${calls(writes)} sending of ${calls(all)}`).join("; "),
      ]),
  );
  const head = ["claim", "arm", "what differs", "first rounds", "fresh rounds", "agrees", "system calls per response"];
  return section("Arms beyond the readings", table(head, rows));
}
