import type { RunRecord } from "../../model/record.ts";
import type { Run } from "../../model/run.ts";
import type { Report } from "../schema.ts";
import { document } from "./document.ts";
import { evidenceOf } from "./evidence.ts";
import { html, type Markup } from "./markup.ts";
import { type Section, sectionMarkup } from "./section.ts";
import { answerSection, shortSection } from "./section-answer.ts";
import { askedSection, timeText } from "./section-asked.ts";
import { claimsSection } from "./section-claims.ts";
import { deviationsSection, findingsSection, flagsSection, limitsSection } from "./section-conditions.ts";
import { measurementsSection } from "./section-measurements.ts";
import { repeatSection } from "./section-repeat.ts";
import { instrumentSection, machineSection, subjectsSection } from "./section-subjects.ts";

/**
 * report.html: one file that needs nothing beside it, no network and no script. A function of its input alone, so it is
 * the same to the byte whenever and wherever it is made.
 *
 * @param report made of the same run and records
 */
export function renderHtml(report: Report, run: Run, records: readonly RunRecord[]): string {
  const evidence = evidenceOf(run, records, report);
  const sections = [
    shortSection(report),
    askedSection(report, run),
    answerSection(report),
    findingsSection(report),
    claimsSection(report),
    deviationsSection(report),
    flagsSection(report),
    measurementsSection(evidence),
    limitsSection(report),
    subjectsSection(report, records),
    machineSection(report),
    instrumentSection(report),
    repeatSection(report, evidence),
  ].filter((section) => section !== null);
  return document({
    title: `${report.stamps.map((stamp) => `[${stamp}] `).join("")}${report.article.title}: re-run`,
    stamps: report.stamps,
    header: headerMarkup(report, sections),
    main: html`${sections.map(sectionMarkup)}`,
    footer: html`Rematch ${report.kit.version}, commit ${report.kit.commit ?? "unknown"}; run ${report.run}. Made from run.json and records.jsonl alone; the same figures in full precision are in report.json and records.csv.`,
  });
}

function headerMarkup(report: Report, sections: readonly Section[]): Markup {
  const { article, profile, host, startedAt, run } = report;
  return html`<p class="kicker">Rematch: a published benchmark, run again</p>
<h1>${article.title}</h1>
<p class="byline">Run ${run} of ${timeText(startedAt)}; profile ${profile.name}, ${profile.rounds} rounds; ${host.cpuModel}, ${host.cpus} CPUs, Linux ${host.kernel}</p>
${report.stamps.map((stamp) => html`<p class="stamp" role="note">${stamp}</p>`)}
<nav aria-label="Contents"><ol>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ol></nav>`;
}
