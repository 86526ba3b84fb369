import { html, type Markup, type Part } from "./markup.ts";

/** A plot as it stands in the page. */
export interface Figure {
  title: string;
  /** What it shows where the title does not say it all. */
  text?: string;
  plot: Part;
  /** What limits the picture, such as samples that are not drawn. */
  notes?: readonly string[];
  /** The figures behind the picture. */
  data: Markup | null;
  wide?: boolean;
}

/** A figure with its caption, its notes, and the data behind it folded away. */
export function figureMarkup({ title, text, plot, notes = [], data, wide = false }: Figure): Markup {
  return html`<figure${wide ? html` class="wide"` : null}>
<figcaption><strong>${title}</strong>${text === undefined ? null : html` <span>${text}</span>`}</figcaption>
${plot}
${notes.map((note) => html`<p class="note">${note}</p>`)}
${data === null ? null : html`<details><summary>Data behind this plot<span class="unseen">: ${title}</span></summary>${data}</details>`}
</figure>\n`;
}
