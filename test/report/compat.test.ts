import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { z } from "zod";
import { type CompatReport, compatReportSchema, countsOf } from "../../scripts/model/compat-report.ts";
import { compatMarkdown } from "../../scripts/report/compat-markdown.ts";
import { compatText } from "../../scripts/report/compat-text.ts";
import { renderCompat } from "../../scripts/report/html/compat-page.ts";

const NOTHING = { differs: [], why: null, side: null };
const compared: CompatReport["targets"][number]["cases"] = [
  { ...NOTHING, name: "one", verdict: "identical", side: { bytes: 9, end: "open", file: "raw/a/one.bytes" } },
  {
    ...{ name: "two", verdict: "same-answer", why: null, side: { bytes: 7, end: "closed", file: "raw/a/two.bytes" } },
    differs: [
      { what: "header date", oracle: "<Thu>", target: null },
      { what: "connection", oracle: "stays open", target: "closed by the server" },
    ],
  },
  { ...NOTHING, name: "three", verdict: "no-answer", why: "the server did not start: ended" },
];
const rejected = compared.map(({ name }) => ({ ...NOTHING, name, verdict: "not-compiled" as const }));
const report: CompatReport = {
  ...{ schema: 1, run: "20261201T040000Z-compat", startedAt: "2026-12-01T04:00:00.000Z" },
  ...{ kit: { version: "0.1.0", commit: null }, engine: "26.1.5", limits: { idle: 1000, quiet: 200 } },
  oracle: { target: "node-24", app: "http-parity", about: "Node.js 24.21.0", seconds: 9.5 },
  cases: compared.map(({ name }) => ({
    ...{ name, why: `why ${name}`, section: "RFC 9112, 1", ends: "open" as const, sent: `raw/sent/${name}.bytes` },
    oracle: { bytes: 10, end: "open" as const, file: `raw/oracle/${name}.bytes` },
    unexpected: name === "three" ? "the connection was closed" : null,
  })),
  targets: [
    {
      ...{ target: "a", app: "variant", about: "the first", status: "compared", reason: null, seconds: 8.25 },
      ...{
        deviations: ["its program is variant, the oracle's http-parity"],
        counts: countsOf(compared),
        cases: compared,
      },
    },
    {
      ...{
        target: "b",
        app: "http-parity",
        about: "the second",
        status: "not-compiled",
        seconds: null,
        deviations: [],
      },
      ...{ reason: "SC1090: no", counts: countsOf(rejected), cases: rejected },
    },
    {
      ...{ target: "c", app: "http-parity", about: "the third", status: "unavailable", seconds: null, deviations: [] },
      ...{ reason: "no registry answers", counts: countsOf([]), cases: [] },
    },
  ],
};

test("every case counts once, and one that was not compiled stays in the denominator", () => {
  const text = compatText(report);
  assert.match(text, /^a\/variant +1 +1 +0 +1 +0 +3 +8\.3$/m);
  assert.match(text, /^b\/http-parity +0 +0 +0 +0 +3 +3 +–$/m);
  assert.match(text, /^c\/http-parity +0 +0 +0 +0 +0 +– +–$/m);
});

test("what differs is told by name and with both sides, and so is why there is nothing to compare", () => {
  const text = compatText(report);
  assert.match(
    text,
    /^ {2}same answer +two\n +header date: oracle "<Thu>", here none\n +connection: oracle "stays open"/m,
  );
  assert.match(text, /^ {2}no answer +three: the server did not start: ended$/m);
  assert.match(text, /^ {2}deviation: its program is variant, the oracle's http-parity$/m);
  assert.match(text, /^ {2}not compiled: SC1090: no$/m);
  assert.match(text, /^ {2}unavailable: no registry answers$/m);
  assert.match(text, /^ {2}three: the connection was closed$/m);
});

test("Markdown has every case beside every target, and quotes what it is given as text", () => {
  const text = compatMarkdown(report);
  assert.match(
    text,
    /^\| two \| RFC 9112, 1 \| same answer: header date, connection \| not compiled \| unavailable \|$/m,
  );
  assert.match(text, /^\| two \| header date \| "&lt;Thu&gt;" \| none \|$/m);
});

test("the page has every case beside every target, the way to the bytes of both sides, and no live text of servers", () => {
  const page = renderCompat(report);
  for (const file of ["raw/sent/two.bytes", "raw/oracle/two.bytes", "raw/a/two.bytes"])
    assert.ok(page.includes(`href="${file}"`), file);
  assert.match(
    page,
    /same answer<\/span><details><summary>header date, connection<\/summary><p>header date: oracle &quot;&lt;Thu&gt;/,
  );
  assert.ok(!page.includes("<Thu>"));
});

test("the JSON Schema of bench compat that is checked in is current (UPDATE_SCHEMAS=1 writes it), and results fit it", () => {
  const file = new URL("../../schemas/compat.schema.json", import.meta.url);
  const current = z.toJSONSchema(compatReportSchema);
  if (process.env.UPDATE_SCHEMAS) writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), JSON.parse(JSON.stringify(current)));
  assert.deepEqual(compatReportSchema.parse(report), report);
});
