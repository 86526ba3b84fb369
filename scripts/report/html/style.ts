import { COLOURS } from "./style-colours.ts";
import { PLOTS } from "./style-plots.ts";
import { PRINT } from "./style-print.ts";

const TEXT = `
*{box-sizing:border-box}
html{color-scheme:light dark;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:70rem;padding:0 1rem 4rem;background:var(--paper);color:var(--ink);
  font:1.0625rem/1.55 Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif;overflow-wrap:break-word}
h1,h2,h3,h4{line-height:1.2;font-weight:600;text-wrap:balance}
h1{font-size:clamp(1.7rem,1.2rem + 2.4vw,2.6rem);margin:.2em 0 .3em;max-width:22em;letter-spacing:-.01em}
h2{font-size:1.6rem;margin:3.2rem 0 1rem;padding-top:.9rem;border-top:2px solid var(--ink)}
h3{font-size:1.2rem;margin:2.4rem 0 .6rem}
h4{font-size:1rem;margin:1.8rem 0 .4rem;font-family:var(--sans)}
p,ul.claims,ul.findings{max-width:46rem}
p{margin:.5rem 0}
a{color:var(--link);text-underline-offset:.15em}
code,pre{font:.84em/1.5 ui-monospace,"Cascadia Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
code{overflow-wrap:anywhere}
pre{overflow-x:auto;padding:.8rem 1rem;background:var(--shade);border-left:3px solid var(--rule)}
header{padding-top:2.2rem}
header p,nav,.stamp,figcaption,.note,.legend,summary,table,.facts,footer,.verdict,.id{font-family:var(--sans)}
.kicker{margin:0;font-size:.85rem;color:var(--muted)}
.byline{margin:0 0 1rem;font-size:.9rem;color:var(--muted);max-width:none}
.stamp{display:inline-block;margin:.2rem .8rem .2rem 0;padding:.3rem .8rem;border:2px solid var(--fails);color:var(--fails);font-weight:700;max-width:none}
nav ol{margin:1.2rem 0 0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.3rem;font-size:.92rem}
nav a{display:inline-block;padding:.25rem 0}
.skip{position:absolute;left:-100vw;top:0;padding:.5rem 1rem;background:var(--paper);z-index:2}
.skip:focus{left:0}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
main:focus{outline:none}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
footer{margin-top:4rem;padding-top:1rem;border-top:1px solid var(--rule);font-size:.85rem;color:var(--muted)}
footer p{max-width:none}`;

/** Columns that cards name, but for the first, which heads the card. */
const MOST_COLUMNS = 8;
const HEADS = Array.from({ length: MOST_COLUMNS - 1 }, (_, nth) => nth + 2)
  .map((nth) => `.cards td:nth-child(${nth})::before{content:var(--head-${nth}) ": "}`)
  .join("\n");

const PARTS = `
.facts{margin:0;font-size:.93rem;display:grid;gap:.35rem}
.facts>div{display:grid;grid-template-columns:minmax(7rem,11rem) minmax(0,1fr);gap:.2rem 1.2rem}
.facts dt{color:var(--muted)}
.facts dd{margin:0}
.legend{margin:1rem 0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;font-size:.85rem;color:var(--muted)}
.legend svg{display:inline-block;width:14px;height:14px;vertical-align:-2px}
.legend svg.long{width:34px}
figure{margin:0;min-width:0}
figure.wide{margin:1rem 0 1.4rem}
figcaption{margin-bottom:.3rem;font-size:.88rem;line-height:1.35}
figcaption span{color:var(--muted)}
svg{display:block;width:100%;height:auto}
.plot-wide{display:none}
.plot-narrow{max-width:30rem}
.figures-grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:2rem 1.8rem;align-items:start;margin-top:.8rem}
.figures-grid figure{max-width:30rem}
.note{font-size:.82rem;color:var(--muted);line-height:1.4}
details{margin:.4rem 0}
summary{cursor:pointer;font-size:.85rem;color:var(--link);width:fit-content;padding:.15rem 0}
ul.claims,ul.findings{padding:0;list-style:none}
ul.claims li,ul.findings li{margin:.7rem 0;padding-left:1rem;border-left:2px solid var(--grid)}
.claims .why{margin:.15rem 0 0;font-size:.95rem;color:var(--muted)}
.id{font-size:.78rem;color:var(--muted)}
a.id{color:var(--link);white-space:nowrap}
.verdict{font-weight:650;font-size:.9em;white-space:nowrap}
.verdict.holds{color:var(--holds)}.verdict.differs{color:var(--differs)}.verdict.fails{color:var(--fails)}.verdict.open{color:var(--muted)}
.scroll{overflow-x:auto;margin:.6rem 0 1.2rem;max-width:100%}
table{border-collapse:collapse;font-size:.84rem;line-height:1.4;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.2rem 0 .4rem;color:var(--muted)}
caption.unseen{display:block}
th,td{padding:.4rem .9rem .4rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--grid);min-width:4rem;max-width:26rem}
thead th{border-bottom:1.5px solid var(--ink);font-weight:600;vertical-align:bottom}
tbody th{font-weight:500}
td.f,th.f{text-align:right;min-width:6rem}
td p{margin:0 0 .35rem;min-width:18rem}
td .id,th .id{margin:.1rem 0 0;min-width:0}
td details{margin:0}
td code{font-size:.92em}
.outcome{display:inline-block;margin-right:1.2rem}
ul.plain{margin:0;padding:0;list-style:none;min-width:9rem}
s{color:var(--void)}
.measure{margin-top:2.6rem}
:target{scroll-margin-top:1rem;background:var(--shade)}
section:target{background:none}
.cards th,.cards td{padding-right:.6rem;min-width:3rem}
.cards td.f,.cards th.f{min-width:5.2rem}
.cards td p:not(.id){min-width:12rem}
@media screen and (max-width:70rem){
table.cards,.cards tbody,.cards tr,.cards tbody th,.cards td{display:block}
.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.cards tbody tr{padding:.7rem 0;border-bottom:1px solid var(--rule)}
.cards tbody th,.cards td,.cards td.f{max-width:none;min-width:0;padding:.12rem 0;border:0;text-align:left}
.cards tbody th{font-weight:650}
.cards td::before{color:var(--muted)}
${HEADS}
.cards td p:not(.id){min-width:0}
}
@media (min-width:56rem){.plot-wide{display:block}.plot-narrow{display:none}}
@media (max-width:30rem){.facts>div{grid-template-columns:1fr}.facts dt{font-size:.85em}body{font-size:1rem}h2{font-size:1.4rem}}`;

/** The page's whole style: calm text, tables that scroll within themselves, plots in colours of light, dark and paper. */
export const STYLE = [COLOURS, TEXT, PARTS, PLOTS, PRINT].join("").replaceAll(/\n\s*/g, "\n");
