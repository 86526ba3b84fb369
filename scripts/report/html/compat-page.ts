import type { CaseResult, CompatReport, TargetResult, Verdict } from "../../model/compat-report.ts";
import { countList, differenceText, remarksOf, subjectName, VERDICT_WORDS } from "../compat-words.ts";
import { document } from "./document.ts";
import { html, type Markup, type Part } from "./markup.ts";
import { table } from "./table.ts";

const SIGN: Record<Verdict, string> = {
  identical: "holds",
  "same-answer": "differs",
  different: "fails",
  "no-answer": "fails",
  "not-compiled": "open",
};

/** compat.html: every case beside every target, with what differs and the way to the bytes. */
export function renderCompat(report: CompatReport): string {
  const { oracle, cases, targets, limits, run, startedAt } = report;
  const counts = targets.map((one): Part[] => [
    ...[subjectName(one), ...countList(one.counts).map(([, count]) => String(count))],
    ...[one.cases.length === 0 ? null : String(one.cases.length), one.seconds === null ? null : one.seconds.toFixed(1)],
  ]);
  const remarks = targets.flatMap((one) => remarksOf(one).map((text) => html`<li>${subjectName(one)}: ${text}`));
  const rows = cases.map((one): Part[] => [
    html`${one.name}<p class="id">${one.section}</p>`,
    html`${one.why}${one.unexpected === null ? null : html`<p class="note">The oracle: ${one.unexpected}</p>`}
<p class="id"><a href="${one.sent}">sent</a>, <a href="${one.oracle.file}">oracle</a></p>`,
    ...targets.map((target) => cell(target, one.name)),
  ]);
  return document({
    title: "Rematch: HTTP compatibility",
    stamps: [],
    header: html`<p class="kicker">Rematch: raw conversations beside an oracle</p>
<h1>HTTP compatibility with ${oracle.target}</h1>
<p class="byline">${run}, ${startedAt}; oracle ${subjectName(oracle)}, ${oracle.about}; ${cases.length} cases, a fresh server each</p>`,
    main: html`${table(
      "How many cases came to what",
      [
        { head: "target" },
        ...[...countList(NONE).map(([words]) => words), "of", "seconds"].map((head) => ({ head, figures: true })),
      ],
      counts,
    )}
${remarks.length === 0 ? null : html`<ul class="findings">${remarks}</ul>`}
<h2 id="cases">Cases</h2>
${table(
  "Every case beside every target",
  [{ head: "case" }, { head: "why it matters" }, ...targets.map((one) => ({ head: subjectName(one) }))],
  rows,
)}`,
    footer: html`The value of Date is left out of the comparison, nothing else is. An answer is missing after ${limits.idle} ms without a byte; a connection counts as open after ${limits.quiet} ms without one.`,
  });
}

const NONE = { identical: 0, sameAnswer: 0, different: 0, noAnswer: 0, notCompiled: 0 };

function cell({ status, cases }: TargetResult, name: string): Markup {
  const found = cases.find((one) => one.name === name);
  if (!found) return html`<span class="verdict open">${status}</span>`;
  const { verdict, why, side } = found;
  return html`<span class="verdict ${SIGN[verdict]}">${VERDICT_WORDS[verdict]}</span>${why === null ? null : html`<p class="note">${why}</p>`}${differing(found)}${
    side === null
      ? null
      : html`
<p class="id"><a href="${side.file}">${side.bytes} bytes</a>, ${side.end}</p>`
  }`;
}

const differing = ({ differs }: CaseResult): Markup | null =>
  differs.length === 0
    ? null
    : html`<details><summary>${differs.map(({ what }) => what).join(", ")}</summary>${differs.map(
        (one) => html`<p>${differenceText(one)}</p>`,
      )}</details>`;
