import { LIGHT_COLOURS } from "./style-colours.ts";

/** On paper: light colours, nothing folded or scrolled that is needed, figures whole, the stamp on every page. */
export const PRINT = `
@page{margin:15mm 12mm}
@media print{
:root{${LIGHT_COLOURS}}
html{color-scheme:light}
body{max-width:none;padding:0;font-size:9.5pt;background:none}
.skip,nav{display:none}
a{color:inherit;text-decoration:none}
h2{font-size:15pt;margin-top:9mm}
h3{font-size:12pt}
h2,h3,h4,figcaption{break-after:avoid}
figure,tr,.legend,.claims li{break-inside:avoid}
.plot-wide{display:block}
.plot-narrow{display:none}
.figures-grid{grid-template-columns:repeat(2,minmax(0,1fr));gap:6mm}
.scroll{overflow:visible}
table{font-size:7pt;width:100%}
th,td{min-width:0;padding:1mm 1.5mm 1mm 0;overflow-wrap:anywhere}
td.f,th.f,ul.plain{min-width:0}
td p{min-width:46mm}
td .id,th .id{min-width:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
details:not([open]){display:none}
td details:not([open]){display:block}
td summary{color:inherit;list-style:none;font-size:7pt;padding:0}
.id{font-size:6.5pt}
thead th{overflow-wrap:normal}
}`;

/** What stands in the margin of every printed page; browsers that know no margin boxes print it at the head alone. */
export const everyPage = (text: string): string =>
  `@page{@top-center{content:${cssText(text)};font:700 9pt sans-serif;color:#a3202c}}`;

/** Text as a string of CSS: all but plain characters by their numbers, so that it ends neither string nor style. */
export const cssText = (text: string): string =>
  `"${text.replaceAll(/[^\w :;,.%()/-]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `)}"`;
