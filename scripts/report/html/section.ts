import { html, type Markup, type Part } from "./markup.ts";

/** A section of the page and its line in the contents. */
export interface Section {
  id: string;
  title: string;
  body: Part;
}

export const sectionMarkup = ({ id, title, body }: Section): Markup =>
  html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>\n`;

/** A name for a link within the page, of any text. */
export const anchor = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

/** Terms with what they are. */
export const facts = (rows: readonly (readonly [string, Part])[]): Markup =>
  html`<dl class="facts">${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
