import { SERIES } from "./plots/series.ts";

const COLOURS = 6;
const DASHES = ["none", "6 3", "2 2", "9 3 2 3"];

/** Twelve lines that no two share colour and dash: six colours, and four dashes that go round at another pace. */
const series = Array.from({ length: SERIES }, (_, nth) => {
  const dash = DASHES[(nth + Math.floor(nth / COLOURS) * 2) % DASHES.length];
  return `.series-${nth + 1}{stroke:var(--series-${(nth % COLOURS) + 1});stroke-width:2;stroke-dasharray:${dash}}`;
}).join("\n");

/** What the marks of a plot look like (plots/mark.ts). Dots are lines without length: their ends give them a shape. */
export const PLOTS = `
figure svg,.legend svg{font:11px var(--sans);font-variant-numeric:tabular-nums;fill:none}
figure text{fill:var(--ink);dominant-baseline:central}
figure .m{fill:var(--muted)}
figure .b{font-weight:650}
figure .holds{fill:var(--holds)}
figure .differs{fill:var(--differs)}
figure .fails{fill:var(--fails)}
figure .open{fill:var(--muted)}
figure .c{text-anchor:middle}
figure .e{text-anchor:end}
.axis{stroke:var(--rule)}
.grid{stroke:var(--grid)}
.rule{stroke:var(--rule);stroke-width:.5}
.one{stroke:var(--ink);stroke-width:1.2}
.sample{stroke:var(--sample);stroke-width:4.8;stroke-linecap:round}
.void{stroke:var(--void);stroke-width:1.2}
.bar{stroke:var(--measured);stroke-width:2}
.estimate{stroke:var(--measured);stroke-width:7;stroke-linecap:square}
.median{stroke:var(--measured)}
.below-bar{stroke:var(--below);stroke-width:1.3}
.below-estimate{stroke:var(--below);stroke-width:5;stroke-linecap:square}
.published{stroke:var(--published);stroke-width:1.8}
.band{fill:var(--band)}
.band-edge{stroke:var(--band-edge);stroke-dasharray:3 2}
.thin{stroke:var(--faint);stroke-width:.7}
.solid{stroke:var(--part);fill:var(--part)}
.lined{stroke:var(--part);stroke-width:.8}
.empty{stroke:var(--part)}
${series}`;
