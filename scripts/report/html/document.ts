import { html, Markup } from "./markup.ts";
import { STYLE } from "./style.ts";
import { everyPage } from "./style-print.ts";

interface Page {
  title: string;
  /** What every printed page has to say as well. */
  stamps: readonly string[];
  header: Markup;
  main: Markup;
  footer: Markup;
}

/** Nothing is loaded from anywhere and no script runs, whatever an article's text holds. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** A whole page with its landmarks. */
export function document({ title, stamps, header, main, footer }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(STYLE)}${stamps.length === 0 ? null : new Markup(everyPage(stamps.join("; ")))}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the answer</a>
<header>${header}</header>
<main id="main" tabindex="-1">
${main}</main>
<footer><p>${footer}</p></footer>
</body>
</html>
`.text;
}
