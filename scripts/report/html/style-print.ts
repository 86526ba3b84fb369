import { LIGHT_COLOURS } from "./style-colours.ts";

/** On paper: light colours, nothing folded or scrolled that is needed, figures whole, the stamp on every page. */
export const PRINT = `
@page{margin:15mm 12mm}
@media print{
:root{${LIGHT_COLOURS}}
html{color-scheme:light}
body{max-width:none;padding:0;font-size:9.5pt;background:none}
.skip,nav{display:none}
.running{display:block;position:fixed;top:-10mm;left:0;right:0;text-align:center;font-size:9pt;font-weight:700;color:var(--fails)}
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
td.f,th.f,td p,ul.plain{min-width:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
details:not([open]){display:none}
}`;
