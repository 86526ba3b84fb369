import type { Run } from "../../model/run.ts";
import { warmupText } from "../../model/tool.ts";
import { askedClaims } from "../asked-claims.ts";
import { publishedFigure } from "../figures.ts";
import type { Report } from "../schema.ts";
import { html, type Part } from "./markup.ts";
import { facts, type Section } from "./section.ts";
import { table } from "./table.ts";

/** What was asked: the publication, how it was measured there, what it claims, and how it is measured here. */
export function askedSection(report: Report, { article, plan }: Run): Section {
  const { asked, profile, kit } = report;
  const { tool, seconds, warmup, connections, trials } = article.protocol;
  const there = [
    `${tool}, ${seconds} s at ${connections.join(", ")} connections`,
    warmup === null ? "warm-up not stated" : `${warmup} s warm-up`,
    `${trials} cold starts`,
  ];
  const here = `${profile.rounds} rounds; ${warmupText(profile.warmup, Object.keys(report.tools))} warm-up and ${profile.window} s window per load, ${profile.trials} cold starts a round`;
  const beyond = asked.sensitivity.length === 0 ? "none" : asked.sensitivity.join(", ");
  return {
    id: "asked",
    title: "What was asked",
    body: html`${facts([
      ["Article", html`${article.title} <span class="id">${article.slug}</span>`],
      ["Where", linkMarkup(article.link)],
      ["Date", article.date ?? "not in the article's file"],
      ["Measured there", there.join("; ")],
      ["Measured here", html`profile ${profile.name}: ${here}`],
      [
        "Scope",
        `${asked.cells} cells on ${asked.arms.length} arms; readings and arms beyond what the claims need: ${beyond}`,
      ],
      ["Run", html`${report.run}, from ${timeText(report.startedAt)} to ${timeText(report.finishedAt)}`],
      ["Kit", html`${kit.version}, commit <code>${kit.commit ?? "unknown"}</code>`],
      ["CPUs", `subject on ${plan.cpus.subject}, load generator, probe and runner on ${plan.cpus.helpers}`],
    ])}
<details><summary>What the article claims, as it was asked here</summary>${statements(report)}</details>`,
  };
}

/** A link to follow by hand; the page itself asks for nothing. The article's file lets no other kind of address in. */
const linkMarkup = (link: string | undefined): Part =>
  link === undefined
    ? "no address in the article's file"
    : html`<a href="${link}" rel="noreferrer noopener">${link}</a>`;

function statements(report: Report): Part {
  const groups = new Map(report.groups.map(({ id, says }) => [id, says]));
  const rows = askedClaims(report).map((claim) => [
    claim.says,
    groups.get(claim.group) ?? claim.group,
    publishedFigure(claim),
    claim.published.provenance,
  ]);
  const columns = [
    { head: "statement" },
    { head: "group" },
    { head: "figure", figures: true },
    { head: "where it stands" },
  ];
  return table("Statements of the article, in our words", columns, rows, { cards: true });
}

/** A moment as written in the records, `2026-11-30 16:53:08 UTC`: the same on every machine, whatever its time zone. */
export function timeText(moment: string | null): string {
  if (moment === null) return "(not finished)";
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/.exec(moment) ?? [];
  return day === undefined ? moment : `${day} ${time} UTC`;
}
