/**
 * Colours of text and plots. Text and marks reach a contrast of 4.5 against the paper in both schemes; series follow Okabe
 * and Ito's palette, darkened or lightened for that.
 */
const LIGHT = `
--paper:#fdfdfb;--ink:#1a1c20;--muted:#565b64;--rule:#8d929b;--grid:#e4e4df;--faint:#b9bcc2;--shade:#f3f3ee;
--link:#1b4f8f;--focus:#c76a00;--measured:#1b4f8f;--below:#566b87;--published:#a83e00;
--band:#f6e8d6;--band-edge:#b07a3a;--sample:#3a6ba599;--void:#9b2447;--part:#1b4f8f;
--holds:#1b6b3a;--differs:#855600;--fails:#a3202c;
--series-1:#1b4f8f;--series-2:#a83e00;--series-3:#00704f;--series-4:#8a3f76;--series-5:#7a5c00;--series-6:#3d4a56;`;

const DARK = `
--paper:#15171b;--ink:#e9e9e5;--muted:#a9aeb7;--rule:#6c727c;--grid:#2d3138;--faint:#4a505a;--shade:#1e2127;
--link:#8ebcf5;--focus:#ffb454;--measured:#8ebcf5;--below:#9db0ca;--published:#f4a571;
--band:#372d20;--band-edge:#b0875a;--sample:#86afe099;--void:#f390ab;--part:#8ebcf5;
--holds:#7fd39c;--differs:#e9bd63;--fails:#ff9794;
--series-1:#8ebcf5;--series-2:#f4a571;--series-3:#6fd3ae;--series-4:#dba0ca;--series-5:#e0c25e;--series-6:#bcc6d0;`;

const SANS = '--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif;';

export const LIGHT_COLOURS = LIGHT.replaceAll("\n", "");

export const COLOURS = `:root{${SANS}${LIGHT_COLOURS}}
@media (prefers-color-scheme:dark){:root{${DARK.replaceAll("\n", "")}}}`;
