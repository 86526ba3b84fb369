import { html, type Markup, type Part } from "./markup.ts";
import { cssText } from "./style-print.ts";

export interface Column {
  head: string;
  /** Figures stand to the right, under one another. */
  figures?: boolean;
}

interface Options {
  /** Whether the caption is shown, or only read out. */
  shown?: boolean;
  /** Rows of much text: where the page is narrow each becomes a card, in which every cell says what column it is of. */
  cards?: boolean;
}

/**
 * A table that scrolls within itself where the page is too narrow, so it can be reached by keyboard as well. Nothing
 * without rows.
 *
 * @param caption what the table holds
 */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
  { shown = false, cards = false }: Options = {},
): Markup | null {
  if (rows.length === 0) return null;
  const kind = (column: Column | undefined): Markup | null => (column?.figures ? html` class="f"` : null);
  // A style that makes cards of rows takes from them what they are: here it is said.
  const role = (name: string): Markup | null => (cards ? html` role="${name}"` : null);
  // Ends of cells, rows and bodies are implied: a long report has tens of thousands of them.
  const cell = (value: Part, nth: number): Markup =>
    nth === 0
      ? html`<th scope="row"${role("rowheader")}>${filled(value)}`
      : html`<td${kind(columns[nth])}${role("cell")}>${filled(value)}`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table${cards ? html` class="cards" style="${headsText(columns)}"` : null}${role("table")}>
<caption${shown ? null : html` class="unseen"`}>${caption}</caption>
<thead${role("rowgroup")}><tr${role("row")}>${columns.map((column) => html`<th scope="col"${role("columnheader")}${kind(column)}>${column.head}`)}
<tbody${role("rowgroup")}>${rows.map((row) => html`<tr${role("row")}>${row.map(cell)}\n`)}</table></div>`;
}

/** The columns by number, for the style that puts them before the cells of a card. */
const headsText = (columns: readonly Column[]): string =>
  columns.map(({ head }, nth) => `--head-${nth + 1}:${cssText(head)}`).join(";");

const filled = (value: Part): Part => (value === "" || value === null ? "–" : value);

/** A table without the columns in which no row has anything. */
export function tableOfFilled(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
): Markup | null {
  const kept = columns.map((_, nth) => rows.some((row) => row[nth] !== "" && row[nth] !== null));
  return table(
    caption,
    columns.filter((_, nth) => kept[nth]),
    rows.map((row) => row.filter((_, nth) => kept[nth])),
  );
}
