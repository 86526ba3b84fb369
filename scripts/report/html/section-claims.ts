import { type ClaimResult, readingName } from "../../model/judgement.ts";
import { threeDigits } from "../../model/quantity.ts";
import { askedClaims } from "../asked-claims.ts";
import { allowanceText, armFigure, flipText, measuredFigure, publishedFigure, readingMeaning } from "../figures.ts";
import type { Report } from "../schema.ts";
import { html, type Markup, type Part } from "./markup.ts";
import type { Section } from "./section.ts";
import { verdictMarkup } from "./section-answer.ts";
import { table } from "./table.ts";

export function claimsSection(report: Report): Section {
  const claims = askedClaims(report);
  const columns = [
    ...[{ head: "claim" }, { head: "published", figures: true }],
    ...[{ head: "measured [95 % interval], rounds", figures: true }, { head: "verdict" }, { head: "why" }],
    ...[
      { head: "readings that hold, of those measured" },
      { head: "reproduced if this much is allowed", figures: true },
      { head: "deviations" },
    ],
  ];
  const rows = claims.map((claim) => [
    html`<span id="claim-${claim.id}">${claim.says}</span><p class="id">${claim.id}; ${claim.published.provenance}</p>`,
    html`${publishedFigure(claim)}${bandText(claim)}`,
    measuredFigure(claim),
    verdictMarkup(claim.verdict),
    html`${whyParts(claim)}`,
    readingsCell(claim),
    flipText(claim.flipsAtTolerance),
    deviationsCell(claim.deviations),
  ]);
  return {
    id: "claims",
    title: "Claims",
    body: html`${table("Claims of the article and what the evidence says of each", columns, rows, { cards: true })}
${readingsPart(claims)}${armsPart(claims)}`,
  };
}

/** How far from the published figure still counts as it. */
const bandText = ({ tolerance }: ClaimResult): Part =>
  tolerance === null || tolerance === 0 ? null : html`<p class="id">allowed: ${threeDigits(tolerance * 100)} %</p>`;

function whyParts(claim: ClaimResult): Markup[] {
  const { reason, note, arithmetic, spread } = claim;
  const own = [arithmetic, spread]
    .flatMap((figures) => (figures === null ? [] : [`The article's own figures: ${figures.text}.`]))
    .join(" ");
  return [reason, allowanceText(claim) ?? "", note ?? "", own]
    .filter((text) => text !== "")
    .map((text) => html`<p>${text}</p>`);
}

function readingsCell({ readings, verdict }: ClaimResult): Part {
  if (readings.length < 2 || verdict === "shown") return "";
  const measured = readings.filter(({ outcome }) => outcome !== "not-measured");
  const holds = readings.filter(({ outcome }) => outcome === "reproduced");
  const list = readings.map((each) => html`<li>${readingName(each)}: ${verdictMarkup(each.outcome)}</li>`);
  return html`<details><summary>${holds.length} of ${measured.length}: ${measured.map(readingName).join(", ")}</summary><ul class="plain">${list}</ul></details>`;
}

function deviationsCell(ids: readonly string[]): Part {
  if (ids.length === 0) return "";
  const list = ids.map((id) => html`<li><a href="#deviation-${id}">${id}</a></li>`);
  return html`<details><summary>${ids.length}</summary><ul class="plain">${list}</ul></details>`;
}

function readingsPart(claims: readonly ClaimResult[]): Part {
  const several = claims.filter(({ readings, tools }) => readings.length > 1 || tools.length > 0);
  const rows = several.flatMap(({ id, readings, tools }) => [
    ...readings.map((reading) => [
      html`<span class="id">${id}</span>`,
      reading.id,
      readingMeaning(reading, readings[0]),
      verdictMarkup(reading.outcome),
      measuredFigure(reading),
      flipText(reading.flipsAtTolerance),
      reading.because ?? "",
    ]),
    ...tools
      .filter(({ judged }) => !judged)
      .map((each) => [
        html`<span class="id">${id}</span>`,
        `by ${each.tool}`,
        "shown beside, not judged",
        verdictMarkup(each.outcome),
        measuredFigure(each),
        "",
        "",
      ]),
  ]);
  const columns = [
    ...[{ head: "claim" }, { head: "reading" }, { head: "what it means" }, { head: "outcome" }],
    ...[
      { head: "measured", figures: true },
      { head: "reproduced if this much is allowed", figures: true },
      { head: "because" },
    ],
  ];
  const made = table("Admissible readings of what the article leaves open, each judged", columns, rows);
  return made === null
    ? null
    : html`<h3 id="readings">Readings</h3>
<details><summary>Every admissible reading of every claim, judged</summary>${made}</details>`;
}

const calls = (count: number | null): string => (count === null ? "–" : threeDigits(count));

function armsPart(claims: readonly ClaimResult[]): Part {
  const rows = claims.flatMap(({ id, arms }) =>
    arms
      .filter(({ outcome, confirmed }) => outcome !== "not-measured" || confirmed !== null)
      .map((arm) => [
        html`<span class="id">${id}</span>`,
        arm.id,
        arm.what,
        html`${verdictMarkup(arm.outcome)} ${armFigure(arm)}`,
        arm.confirmed === null ? "not taken" : measuredFigure(arm.confirmed),
        arm.confirmed === null ? "" : arm.confirmed.agrees ? "yes" : "no",
        arm.confirmed?.p == null ? "" : threeDigits(arm.confirmed.p),
        arm.traced.map(({ arm: name, writes, all }) => `${name}: ${calls(writes)} sending of ${calls(all)}`).join("; "),
      ]),
  );
  const columns = [
    ...[{ head: "claim" }, { head: "arm" }, { head: "what differs" }, { head: "first rounds" }],
    ...[
      { head: "fresh rounds", figures: true },
      { head: "agrees with the article" },
      { head: "p, by Holm", figures: true },
    ],
    { head: "system calls per response" },
  ];
  const made = table("Variations that may explain a disagreement, never part of a verdict", columns, rows);
  return made === null ? null : html`<h3 id="arms">Arms beyond the readings</h3>${made}`;
}
