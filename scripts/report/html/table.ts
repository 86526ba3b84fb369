import { html, type Markup, type Part } from "./markup.ts";

export interface Column {
  head: string;
  /** Figures stand to the right, under one another. */
  figures?: boolean;
}

/**
 * A table that scrolls within itself where the page is too narrow, so it can be reached by keyboard as well. Nothing
 * without rows.
 *
 * @param caption what the table holds; read out, and shown where `shown`
 */
export function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly Part[])[],
  shown = false,
): Markup | null {
  if (rows.length === 0) return null;
  const kind = (column: Column | undefined): Markup | null => (column?.figures ? html` class="f"` : null);
  // Ends of cells, rows and bodies are implied: a long report has tens of thousands of them.
  const cell = (value: Part, nth: number): Markup =>
    nth === 0 ? html`<th scope="row">${filled(value)}` : html`<td${kind(columns[nth])}>${filled(value)}`;
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table>
<caption${shown ? null : html` class="unseen"`}>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${kind(column)}>${column.head}`)}
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}\n`)}</table></div>`;
}

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
