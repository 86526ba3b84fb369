import assert from "node:assert/strict";
import { test } from "node:test";
import { axisFor } from "../../../../scripts/report/html/plots/axis.ts";
import { type Chart, chartSvg } from "../../../../scripts/report/html/plots/chart.ts";
import { dots, interval } from "../../../../scripts/report/html/plots/mark.ts";
import { plainSvg } from "../../../../scripts/report/html/plots/svg.ts";

const chart: Chart = {
  label: 'a <b> & "c"',
  ...{ width: 360, height: 120, pad: { left: 10, right: 10, top: 10, bottom: 40 }, x: axisFor([0, 10], "ms") },
  draw: (x) => [
    {
      lines: dots([
        [x(0), 20],
        [x(10), 20],
      ]),
      look: "sample",
    },
    { lines: interval(x(2), x(8), 40, 4), look: "bar" },
    { text: '<script>alert("x")</script>', x: 5, y: 60, look: "b" },
  ],
};

test("a chart is the same to the byte however many were drawn before it", () => {
  const first = chartSvg(chart).text;
  for (let nth = 0; nth < 5; nth++) chartSvg({ ...chart, height: 100 + nth });
  assert.equal(chartSvg(chart).text, first);
});

test("values stand where the axis has them, dots as dots", () => {
  // 340 units for 0 to 10.6: the scale has 6 % to spare at its upper end.
  const at = (value: number) => Math.round((10 + (340 * value) / 10.6) * 10) / 10;
  const drawn = chartSvg(chart).text;
  assert.ok(
    drawn.includes(`<path class="sample" d="M${at(0)} 20h0m${Math.round((at(10) - at(0)) * 10) / 10} 0h0"/>`),
    drawn,
  );
  assert.ok(drawn.includes(`<path class="bar" d="M${at(2)} 40H${at(8)}`), drawn);
});

test("nothing but shapes, texts and classes is left, and text is no markup", () => {
  const drawn = chartSvg(chart).text;
  assert.deepEqual([...new Set(drawn.match(/<\/?[a-z]+/g))].sort(), ["</svg", "</text", "<path", "<svg", "<text"]);
  assert.doesNotMatch(drawn, /style=|url\(|zr\d|ecmeta|xmlns|look:/);
  assert.match(drawn, /aria-label="a &lt;b&gt; &amp; &quot;c&quot;"/);
  assert.match(drawn, />&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt;</);
});

test("what no chart asks for is refused, as another version of the renderer might draw it", () => {
  assert.throws(() => plainSvg('<svg><image href="https://example.org/x.png"/></svg>'), /no chart asks for/);
});
