import { bytesText } from "../../model/quantity.ts";
import type { Finding, Report } from "../schema.ts";
import { html, type Markup, type Part } from "./markup.ts";
import type { Section } from "./section.ts";
import { table } from "./table.ts";

/** Lines of a log shown with a finding; the whole log is under logs/. */
const MOST_LINES = 12;

/** What went otherwise than planned; null where nothing did. */
export function findingsSection({ findings }: Report): Section | null {
  if (findings.length === 0) return null;
  return { id: "findings", title: "Findings", body: html`<ul class="findings">${findings.map(findingMarkup)}</ul>` };
}

function findingMarkup({ what, where, text, lines, log }: Finding): Markup {
  const shown = lines.slice(0, MOST_LINES);
  const more = lines.length - shown.length;
  const quoted =
    shown.length === 0
      ? null
      : html`<pre tabindex="0" aria-label="lines of the log">${shown.map((line) => html`${line}\n`)}${more > 0 ? `… ${more} more lines` : null}</pre>`;
  return html`<li><strong>${what}</strong> ${where}: ${text}${log === null ? null : html` (log: <code>${log}</code>)`}${quoted}</li>\n`;
}

export function deviationsSection({ deviations }: Report): Section | null {
  const rows = deviations.map(({ id, what, article, here, claims }) => [
    html`<span id="deviation-${id}">${id}</span>`,
    what,
    article,
    here,
    claims.length === 0 ? "all" : placesMarkup(claims, "claims"),
  ]);
  const columns = ["deviation", "what", "article", "here", "claims"].map((head) => ({ head }));
  const body = table("What this run did otherwise than the article, or chose where it is silent", columns, rows, {
    cards: true,
  });
  return body === null ? null : { id: "deviations", title: "Deviations from the article", body };
}

export function flagsSection({ flags, voids }: Report): Section | null {
  const flagged = table(
    "Conditions that limit what samples or claims support",
    [{ head: "flag" }, { head: "what it means for the reader" }, { head: "where" }],
    flags.map(({ flag, advice, where }) => [flag, advice, placesMarkup(where, "places")]),
    { cards: true },
  );
  const lost = table(
    "Samples made void by disturbances",
    [{ head: "arm" }, { head: "tries", figures: true }, { head: "void", figures: true }, { head: "causes" }],
    voids.map(({ arm, tries, void: spoilt, causes }) => [
      arm,
      String(tries),
      String(spoilt),
      Object.entries(causes)
        .map(([cause, times]) => `${times} × ${cause}`)
        .join("; "),
    ]),
  );
  if (flagged === null && lost === null) return null;
  const body = html`${flagged ?? html`<p>No flag was raised.</p>`}
${lost === null ? null : html`<h3>Samples made void by disturbances</h3>${lost}`}`;
  return { id: "flags", title: "Flags", body };
}

/** A list that is folded where it is long. */
const FEW = 4;

function placesMarkup(where: readonly string[], what: string): Part {
  const items = html`<ul class="plain">${where.map((place) => html`<li>${place}</li>`)}</ul>`;
  return where.length <= FEW ? items : html`<details><summary>${where.length} ${what}</summary>${items}</details>`;
}

export function limitsSection({ limits }: Report): Section | null {
  const fields = (values: Record<string, unknown>): Markup =>
    html`<ul class="plain">${Object.entries(values).map(([name, value]) => html`<li>${name} ${fieldText(name, value)}</li>`)}</ul>`;
  const rows = limits.map(({ arm, asked, kernel }) => [arm, fields(asked), fields(kernel)]);
  const columns = [{ head: "arm" }, { head: "asked" }, { head: "read back from the kernel" }];
  const body = table("Limits of each arm", columns, rows);
  return body === null ? null : { id: "limits", title: "Limits, as asked and as the kernel enforces them", body };
}

function fieldText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "none";
  return typeof value === "number" && name.endsWith("Bytes") ? bytesText(value) : String(value);
}
