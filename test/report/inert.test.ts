import assert from "node:assert/strict";
import { test } from "node:test";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { renderMarkdown } from "../../scripts/report/markdown.ts";
import { list } from "../../scripts/report/markdown-table.ts";
import { inert, md } from "../../scripts/report/markdown-text.ts";
import type { Report } from "../../scripts/report/schema.ts";
import { smallReport } from "./report-builder.ts";

/** As a reader's program shows it that leaves HTML as it is, which is the worst case. */
const html = (markdown: string): string =>
  micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });

/** Everything that Markdown makes more of than text. */
const LIVE = [
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "<!-- hidden",
  "&lt;b&gt; &#60;b&#62; &copy;",
  "[click](javascript:alert(1))",
  "![seen](http://evil.example/seen.png)",
  "<http://evil.example>",
  "http://evil.example/path",
  "https://evil.example",
  "www.evil.example",
  "mailto:someone@evil.example",
  "someone@evil.example",
  "[label]: http://evil.example",
  "[^note]",
  "[^note]: text",
  "[a [b](http://evil.example) c](http://evil.example)",
  "[a][label]",
  "*strong* **em** _under_ __line__ ~~gone~~ ~gone~",
  "`code` ``more``",
  "# heading",
  "- item",
  "+ item",
  "1. item",
  "1) item",
  "> quote",
  "---",
  "===",
  "| a | b |",
  "[x] done",
  "back\\slash \\* \\",
  "two  \nlines\n\nparagraphs",
];

const TEXT = LIVE.map((text) => text.replaceAll(/\s+/g, " ").trim());

for (const [nth, text] of LIVE.entries()) {
  test(`text stays text in every place: ${JSON.stringify(text)}`, () => {
    const unescaped = (rendered: string): string =>
      rendered.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
    assert.equal(unescaped(html(md`${text}`.source)), `<p>${TEXT[nth]}</p>`);
    assert.equal(unescaped(html(list([text]).trim())), `<ul>\n<li>${TEXT[nth]}</li>\n</ul>`);
    assert.equal(unescaped(html(md`**${text}**: x`.source)), `<p><strong>${TEXT[nth]}</strong>: x</p>`);
    const row = html(`| a |\n| --- |\n| ${inert(text)} |`);
    assert.ok(unescaped(row).includes(`<td>${TEXT[nth]}</td>`), row);
  });
}

test("names the kit makes need no escapes, so that the file reads well as it is", () => {
  for (const name of ["node-22/service+COMPUTE_LOOPS=25000 load/health@500/oha", "1.45x [1.44, 1.46], n = 6"]) {
    assert.equal(inert(name), name);
  }
});

/** The report with every text that is no word of the kit's own replaced. */
function hostile(report: Report, text: string): Report {
  const own = new Set([
    ...["verdict", "outcome", "metric", "unit", "relation", "phase", "statistic", "status", "bound", "source", "tool"],
    ...["id", "group", "claims", "name", "schema", "value"],
  ]);
  const change = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return own.has(key) ? value : `${text} ${key}`;
    if (Array.isArray(value)) return value.map((each) => change(each, key));
    if (typeof value !== "object" || value === null) return value;
    const keyed = ["toolchain", "tools", "causes", "kernel"].includes(key);
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [keyed ? `${text} ${name}` : name, change(inner, name)]),
    );
  };
  return change(report, "") as Report;
}

test("no text of an article, a run or a tool is live in the report", () => {
  const clean = html(renderMarkdown(hostile(smallReport(), "tame")));
  const tags = (rendered: string): string[] => [...rendered.matchAll(/<\/?[a-z0-9]+/g)].map(([tag]) => tag);
  for (const text of [...LIVE, "\u001b[2J\u202e"]) {
    const markdown = renderMarkdown(hostile(smallReport(), text));
    assert.doesNotMatch(markdown, /[^\P{Cc}\n]|\p{Cf}/u);
    assert.deepEqual(tags(html(markdown)), tags(clean), text);
  }
});
