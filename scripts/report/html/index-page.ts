import { bytesText, grouped } from "../../model/quantity.ts";
import type { Report } from "../schema.ts";
import { document } from "./document.ts";
import { html, type Markup } from "./markup.ts";
import { facts, type Section, sectionMarkup } from "./section.ts";
import { outcomesTable } from "./section-answer.ts";
import { timeText } from "./section-asked.ts";

/** A run on the index: its report and where its folder lies, seen from the index's own. */
export interface IndexedRun {
  report: Report;
  folder: string;
}

/**
 * One page over several runs, of one article or of several: of each its answer group by group, and the way to its report.
 * No figure of one run is held against one of another: their rounds share neither hour nor machine.
 */
export function renderIndex(runs: readonly IndexedRun[]): string {
  const sections = runs.map((each, nth) => sectionOf(each, `run-${nth + 1}`));
  return document({
    title: "Rematch: runs",
    stamps: [],
    header: html`<p class="kicker">Rematch: published benchmarks, run again</p>
<h1>Runs</h1>
<nav aria-label="Contents"><ol>${runs.map(
      ({ report }, nth) =>
        html`<li><a href="#${sections[nth]?.id ?? ""}">${report.article.title}, ${timeText(report.startedAt)}</a></li>`,
    )}</ol></nav>`,
    main: html`${sections.map(sectionMarkup)}`,
    footer: html`Every run stands for its own hour, images and machine: what differs between two of them was not measured as a difference.`,
  });
}

function sectionOf({ report, folder }: IndexedRun, id: string): Section {
  const { run, article, profile, host, stamps } = report;
  const link = (file: string): string => `${folder.split("/").map(encodeURIComponent).join("/")}/${file}`;
  const page = link("report.html");
  const machine = `${host.cpuModel}, ${grouped(host.cpus)} CPUs, ${bytesText(host.memoryBytes)}, Linux ${host.kernel}`;
  const body = html`${stamps.map((stamp) => html`<p class="stamp" role="note">${stamp}</p>`)}
${facts([
  ["Run", html`<a href="${page}">${run}</a>, ${timeText(report.startedAt)}`],
  ["Profile", `${profile.name}, ${profile.rounds} rounds`],
  ["Machine", machine],
  ["Files", filesOf(link)],
])}
${outcomesTable(report, page)}`;
  return { id, title: article.title, body };
}

const FILES = ["report.html", "report.md", "report.json", "records.csv", "records.jsonl", "run.json"];

const filesOf = (link: (file: string) => string): Markup =>
  html`${FILES.map((file, nth) => html`${nth === 0 ? "" : ", "}<a href="${link(file)}">${file}</a>`)}`;
