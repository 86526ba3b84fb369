import type { ClaimResult, Outcome, Verdict } from "../../model/judgement.ts";
import { byGroup, unaskedText } from "../asked-claims.ts";
import { claimSentences } from "../figures.ts";
import type { Report } from "../schema.ts";
import { figureMarkup } from "./figure.ts";
import { type Forest, forestsOf } from "./forest-rows.ts";
import { html, joined, type Markup } from "./markup.ts";
import { forestPlot } from "./plots/forest.ts";
import { anchor, type Section } from "./section.ts";
import { table } from "./table.ts";
import { SIGNS } from "./verdict-sign.ts";

/** The claims group by group: what was published and what was measured on one axis, then every verdict in words. */
export function answerSection(report: Report): Section {
  const groups = byGroup(report);
  const rest = unaskedText(report);
  return {
    id: "answer",
    title: "Answer, group by group",
    body: html`${report.stamps.map((stamp) => html`<p class="stamp" role="note">${stamp}</p>`)}
<p>Claims of one group rest on the same samples: together they are one piece of evidence, so nothing is counted here.</p>
${legend}
${groups.map(groupMarkup)}
${rest === null ? null : html`<p>${rest}</p>`}
${wordsMarkup(groups.flatMap(({ claims }) => claims))}`,
  };
}

export const shortSection = (report: Report): Section => ({
  id: "short",
  title: "In short",
  body: outcomesTable(report, ""),
});

/**
 * Every group in one line: its verdicts, each with the claims it is of. Named, not counted.
 *
 * @param page where the groups are, empty for the page itself
 */
export function outcomesTable(report: Report, page: string): Markup | null {
  const rows = byGroup(report).map(({ says, claims }) => [
    html`<a href="${page}#${groupAnchor(claims)}">${says}</a>`,
    joined(
      [...new Set(claims.map(({ verdict }) => verdict))].map((verdict) => {
        const ids = claims.filter((claim) => claim.verdict === verdict).map(({ id }) => id);
        return html`<span class="outcome">${verdictMarkup(verdict)} ${ids.join(", ")}</span>`;
      }),
      " ",
    ),
  ]);
  return table(
    `What came out of run ${report.run}, group by group`,
    [{ head: "claims about" }, { head: "what came out here" }],
    rows,
  );
}

const groupAnchor = (claims: readonly ClaimResult[]): string => `group-${anchor(claims[0]?.group ?? "")}`;

/** A verdict as sign and word: the sign is for the eye, the word says it all. */
export const verdictMarkup = (verdict: Verdict | Outcome): Markup =>
  html`<span class="verdict ${SIGNS[verdict].tone}"><span aria-hidden="true">${SIGNS[verdict].mark}</span> ${verdict}</span>`;

function groupMarkup({ says, claims }: { says: string; claims: ClaimResult[] }): Markup {
  const id = groupAnchor(claims);
  return html`<section class="group" aria-labelledby="${id}"><h3 id="${id}">${says}</h3>
${forestsOf(claims).map((forest) => forestFigure(says, forest))}
<ul class="claims">${claims.map(claimMarkup)}</ul></section>\n`;
}

const TITLES = { ratio: "Ratios between subjects", figure: "Figures of one subject, against the published ones" };

function forestFigure(group: string, forest: Forest): Markup {
  const { wide, narrow } = forestPlot(forest, `${group}, ${TITLES[forest.kind].toLowerCase()}`);
  const text = (value: number | null): string => (value === null ? "" : value.toPrecision(4));
  const rows = forest.rows.map((row) => [
    row.label,
    row.figure,
    text(row.published),
    row.band === null ? "" : `${text(row.band.low) || "…"} to ${text(row.band.high) || "…"}`,
    text(row.value),
    row.low === row.high && row.low !== null ? "" : `${text(row.low) || "…"} to ${text(row.high) || "…"}`,
    row.word,
  ]);
  const columns = [
    ...[{ head: "claim, reading or arm" }, { head: "measured" }, { head: "published, on the axis", figures: true }],
    ...[
      { head: "band", figures: true },
      { head: "estimate", figures: true },
      { head: "interval", figures: true },
    ],
    { head: "comes to" },
  ];
  return figureMarkup({
    title: TITLES[forest.kind],
    plot: html`<div class="plot-wide">${wide}</div><div class="plot-narrow">${narrow}</div>`,
    data: table(`${group}: ${TITLES[forest.kind]}`, columns, rows),
    wide: true,
  });
}

function claimMarkup(claim: ClaimResult): Markup {
  const { id, says, verdict } = claim;
  const why = claimSentences(claim).join(" ");
  return html`<li>${verdictMarkup(verdict)} <span class="says">${says}</span> <a class="id" href="#claim-${id}">${id}</a>${why === "" ? null : html`<p class="why">${why}</p>`}</li>\n`;
}

const legend = html`<ul class="legend" aria-label="Marks in the plots">
<li><svg viewBox="0 0 14 14" aria-hidden="true"><path class="published" d="M2 7L7 2L12 7L7 12Z"/></svg> published</li>
<li><svg viewBox="0 0 34 14" class="long" aria-hidden="true"><path class="bar" d="M2 7H32M2 2V12M32 2V12"/><path class="estimate" d="M17 7h0"/></svg> measured here, with its 95 % interval; an arrow is an open end</li>
<li><svg viewBox="0 0 34 14" class="long" aria-hidden="true"><path class="band" d="M2 1H32V13H2Z"/><path class="band-edge" d="M2 1V13M32 1V13"/></svg> the band that counts as the published value</li>
<li><svg viewBox="0 0 34 14" class="long" aria-hidden="true"><path class="below-bar" d="M2 7H32M2 3.5V10.5M32 3.5V10.5"/><path class="below-estimate" d="M17 7h0"/></svg> under a reading, by another tool, or of an arm</li>
</ul>`;

/** What the verdicts of this report mean. */
function wordsMarkup(claims: readonly ClaimResult[]): Markup {
  const used = (Object.keys(SIGNS) as (keyof typeof SIGNS)[]).filter((word) =>
    claims.some(({ verdict, readings }) => verdict === word || readings.some(({ outcome }) => outcome === word)),
  );
  return html`<details class="words"><summary>What the verdicts mean</summary><dl class="facts">${used.map(
    (word) => html`<div><dt>${verdictMarkup(word)}</dt><dd>${SIGNS[word].means}</dd></div>`,
  )}</dl></details>`;
}
