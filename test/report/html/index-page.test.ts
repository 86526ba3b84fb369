import assert from "node:assert/strict";
import { test } from "node:test";
import { renderIndex } from "../../../scripts/report/html/index-page.ts";
import { smallReport } from "../report-builder.ts";

const one = smallReport();
const other = { ...one, run: "20261201T000000Z-other", article: { ...one.article, title: "Another <article>" } };

test("the index has every run with its answer by groups, and leads to each group of each report", () => {
  const page = renderIndex([
    { report: one, folder: one.run },
    { report: other, folder: "../else where/#1" },
  ]);
  for (const folder of [one.run, "../else%20where/%231"]) {
    assert.ok(page.includes(`<a href="${folder}/report.html#group-one">Group one</a>`), folder);
    assert.ok(page.includes(`<a href="${folder}/records.csv">`), folder);
  }
  assert.match(page, /Another &lt;article&gt;/);
  assert.equal(page.match(/class="stamp"/g)?.length, 2);
  assert.match(page, /reproduced<\/span> rss/);
});

test("no address of the index leads out of the files beside it, whatever a folder is called", () => {
  const page = renderIndex([{ report: one, folder: "javascript:alert(1)" }]);
  assert.doesNotMatch(page, /href="[a-z]+:/);
});
