import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewRecord, RunRecord } from "../../../scripts/model/record.ts";
import type { Run } from "../../../scripts/model/run.ts";
import { claimSentences } from "../../../scripts/report/figures.ts";
import { escapeText } from "../../../scripts/report/html/markup.ts";
import { renderHtml } from "../../../scripts/report/html/page.ts";
import { makeReport } from "../../../scripts/report/report.ts";
import { judge } from "../../../scripts/verdict/judge.ts";
import { cellsOf, numbered, sample, series } from "../../verdict/run-builder.ts";
import { smallRun } from "../report-builder.ts";
import { wholeRun } from "./whole-run.ts";

const pageOf = (run: Run, records: readonly RunRecord[]): string =>
  renderHtml(makeReport(run, records, judge(run, records)), run, records);

const small = smallRun();
const page = pageOf(small.run, small.records);
const whole = wholeRun();
const wholePage = pageOf(whole.run, whole.records);

/** The part of a page from a heading or caption on, up to the end of its figure or section. */
const after = (text: string, mark: string, end = "</figure>"): string => {
  const from = text.indexOf(mark);
  assert.ok(from >= 0, mark);
  return text.slice(from, text.indexOf(end, from));
};
const dotsOf = (svg: string, look: string): number =>
  [...svg.matchAll(new RegExp(`<path class="${look}" d="([^"]*)"`, "g"))].reduce(
    (sum, [, path = ""]) => sum + (path.match(/m/gi)?.length ?? 0),
    0,
  );

test("a page made again is the same to the byte, whatever was drawn before and whatever the order of the records", () => {
  assert.equal(pageOf(small.run, small.records), page);
  const again = smallRun();
  assert.equal(pageOf(again.run, [...again.records].reverse()), page);
});

test("texts of an article, a run or a log are inert wherever they stand", () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&lt;<a href="javascript:alert(1)">`;
  const { run, records } = smallRun();
  const claims = run.article.claims.map((each) => ({ ...each, says: evil, provenance: evil, note: evil }));
  const texts = { title: evil, groups: { one: evil, two: evil }, claims };
  const failed = { tool: evil, exitCode: 1, lines: [evil], log: evil };
  const changed: Run = {
    ...run,
    article: { ...run.article, ...texts },
    host: { ...run.host, cpuModel: evil, governor: evil },
    tools: { [evil]: evil },
    kit: { version: evil, commit: evil },
    subjects: run.subjects.map((each) => ({ ...each, failure: each.failure && failed, digest: evil, image: evil })),
    deviations: [{ id: evil, what: evil, article: evil, here: evil, claims: [] }],
  };
  const lost = records.map((each) => (each.kind === "sample" ? { ...each, void: evil } : each));
  for (const made of [pageOf(changed, records), pageOf(changed, lost)]) {
    const tags = [...made.matchAll(/<([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"]*")?)*)\s*\/?>/g)];
    const names = new Set(tags.map(([, name]) => name));
    for (const name of ["script", "img", "iframe", "object", "link", "base", "form"]) assert.ok(!names.has(name), name);
    // Whatever begins like a tag is one of ours: nothing is left between them that a browser could read as another.
    assert.equal(made.match(/<[a-z]/gi)?.length, tags.length);
    const attributes = tags.flatMap(([, , list = ""]) =>
      [...list.matchAll(/([a-zA-Z-]+)(?:="[^"]*")?/g)].map(([, each]) => each),
    );
    for (const name of attributes) assert.doesNotMatch(name ?? "", /^on/i);
    assert.doesNotMatch(made, /href="(?!#)/);
  }
});

test("the page asks for nothing and runs nothing", () => {
  assert.match(
    page,
    /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:/,
  );
  assert.doesNotMatch(wholePage, /<script|<link|<iframe|@import|url\(|\ssrc=|javascript:/);
  const linked = { ...small.run.article, link: "https://example.org/a?b=1&c=2", date: "2026-09-23" };
  const made = pageOf({ ...small.run, article: linked }, small.records);
  assert.match(made, /<a href="https:\/\/example\.org\/a\?b=1&amp;c=2" rel="noreferrer noopener">/);
  assert.match(made, /2026-09-23/);
});

test("every sample of a metric is drawn, and the estimate with its interval", () => {
  const figure = after(page, "<strong>Requests per second</strong>");
  // Six rounds of two subjects.
  assert.equal(dotsOf(figure, "sample"), 12);
  assert.equal(dotsOf(figure, "estimate"), 2);
  // The figure that the article gives for Node.
  assert.equal(dotsOf(figure, "published"), 1);
  assert.match(figure, /Data behind this plot/);
});

test("a void sample is drawn apart, told, and listed struck out", () => {
  const [node] = cellsOf(small.run, "rss");
  const spoilt: NewRecord[] = [
    ...series(node, "rss", [70e6, 71e6, 72e6, 73e6, 74e6, 75e6]),
    ...series(node, "rss", [99e6], { round: 6, attempt: 2, void: "foreign CPU" }),
  ];
  const figure = after(pageOf(small.run, numbered(spoilt)), "<strong>Idle VmRSS</strong>");
  assert.equal(dotsOf(figure, "sample"), 5);
  // A cross is two lines. The sixth round is lost: its last try is void, its first one was taken again.
  assert.equal(dotsOf(figure, "void"), 4);
  assert.match(figure, /<s>75\.0<\/s> <s>99\.0<\/s>/);
});

test("what is the same in every sample is told and not drawn", () => {
  const [native] = cellsOf(small.run, "rps");
  const records = numbered(series(native, "rps", [1, 2, 3, 4, 5, 6], { values: { errors: 0 } }));
  const made = pageOf(small.run, records);
  assert.doesNotMatch(made, /<strong>Failed requests in the window/);
  assert.match(made, /Failed requests in the window: 0 in every sample/);
});

test("the answer has published value, band and measured interval of a claim on one axis", () => {
  const figure = after(page, "<strong>Ratios between subjects</strong>");
  // rss: published 27.6, band ÷ and × 1.25, measured 72,642,560 ÷ 2,617,344 = 27.75 without spread.
  assert.match(figure, /27\.60<td class="f">22\.08 to 34\.50<td class="f">27\.75<td class="f">–<td>✓ reproduced/);
  assert.equal(dotsOf(figure, "published"), 2);
  assert.match(page, /<span class="verdict fails"><span aria-hidden="true">✗<\/span> contradicted<\/span>/);
});

test("claims are never counted: nowhere a number of verdicts", () => {
  const short = after(page, '<section id="short"', "</section>");
  assert.match(short, /reproduced<\/span> rss/);
  assert.doesNotMatch(
    after(page, '<section id="answer"', '<section id="claims"'),
    /\d+ (?:claims|verdicts|of \d+ claims)/,
  );
});

test("a quick run is stamped in its title, at its head and on every printed page", () => {
  assert.match(page, /<title>\[provisional: do not cite\] /);
  assert.match(page, /<p class="stamp" role="note">provisional: do not cite<\/p>/);
  assert.ok(page.includes('@page{@top-center{content:"provisional: do not cite";'));
  const { run, records } = smallRun();
  const stamp = 'a"}</style><script>\\';
  const profile = { ...run.plan.profile, stamp };
  const made = pageOf({ ...run, plan: { ...run.plan, profile } }, records);
  assert.ok(made.includes('content:"a\\22 \\7d \\3c /style\\3e \\3c script\\3e \\5c "'));
});

test("the exact command of a load is there, and commands for the whole and for a group", () => {
  assert.match(
    wholePage,
    /<code>oha --no-tui --output-format json -c 500 -z 2s http:\/\/127\.0\.0\.1:3000\/health<\/code>/,
  );
  assert.match(wholePage, /docker compose run --rm bench run scriptc-vs-node --profile quick --claims health-500/);
  assert.match(page, /docker compose run --rm bench report 20261130T160814Z-two-servers/);
});

test("a whole quick run of the article with every reading and arm stays below 1.5 MB", () => {
  assert.ok(wholePage.length <= 1.5e6, String(wholePage.length));
  // Everything a metric has to show is drawn or told to be the same: nothing is thinned in a run of that size.
  assert.doesNotMatch(wholePage, /Thinned/);
});

test("of more samples than a plot can show, some are drawn, and it says so", () => {
  const [native] = cellsOf(small.run, "rps");
  const many = series(
    native,
    "rps",
    Array.from({ length: 5000 }, (_, nth) => 20_000 + nth),
  );
  const figure = after(pageOf(small.run, numbered(many)), "<strong>Requests per second</strong>");
  assert.match(figure, /Thinned: 240 of up to 5000 samples a row are drawn, .* intervals rest on all of them\./);
  assert.equal(dotsOf(figure, "sample"), 240);
  assert.match(figure, /5000 samples: see records\.csv/);
});

test("an arm without a valid sample keeps its place", () => {
  const [native] = cellsOf(small.run, "rps");
  if (native === undefined) throw new Error("no cell");
  const lost = numbered([sample(native, { values: { rps: 1000 }, void: "foreign CPU" })]);
  assert.match(after(pageOf(small.run, lost), "<strong>Requests per second</strong>"), /no valid sample/);
});

test("headings go down one level at a time, ids are unique, and every link within the page leads somewhere", () => {
  for (const made of [page, wholePage]) {
    const levels = [...made.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    for (const [nth, level] of levels.entries()) assert.ok(level <= (levels[nth - 1] ?? 0) + 1, `${nth}: h${level}`);
    const ids = [...made.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const [, target] of made.matchAll(/href="#([^"]*)"/g)) assert.ok(ids.includes(target), target);
  }
});

test("the page says of a warm-up that a tool cannot keep how long it was, of the run as of its commands", () => {
  assert.match(wholePage, /6 rounds; 0\.5 s \(wrk: 1 s\) warm-up and 2 s window per load/);
  assert.match(wholePage, /after a warm-up of 0\.5 s \(wrk: 1 s\) that is the same but for its length/);
});

test("a load is repeated by hand where it ran in a sandbox alone, which a published path did not", () => {
  const byHand = "docker rm --force subject";
  assert.ok(wholePage.includes(byHand));
  const arms = whole.run.plan.arms.map((arm) => ({ ...arm, path: "published" as const }));
  const run = { ...whole.run, plan: { ...whole.run.plan, arms } };
  assert.ok(!pageOf(run, whole.records).includes(byHand));
});

test("latency is drawn at every percentile that the tool gave in every round, and listed with its interval", () => {
  const run = smallRun().run;
  const [native] = cellsOf(run, "rps");
  assert.ok(native);
  const given = [{ p75: 8, "p99.9": 40 }, { p75: 8, "p99.9": 42 }, { p75: 8 }].map((more, nth) =>
    sample(native, {
      round: nth + 1,
      values: { rps: 20_000, "latency-p50": 5, "latency-p90": 10 },
      // The median of a record's values counts, whatever its evidence says.
      evidence: { percentilesMs: { p50: 999, ...more } },
    }),
  );
  const figure = after(pageOf(run, numbered(given)), "Latency by percentile");
  const heads = [...figure.matchAll(/<th scope="col"[^>]*>([^<\n]+)/g)].map(([, head]) => head);
  assert.deepEqual(heads, ["arm", "p50, ms", "p75, ms", "p90, ms"]);
  assert.match(figure, /5\.00 \[5\.00, 5\.00\].*8\.00 \[8\.00, 8\.00\].*10\.0 \[10\.0, 10\.0\]/s);
  assert.ok(!figure.includes("999"));
  // A percentile that a round lacks has no mean, and is drawn of the rounds that have it: two of four places, one of three.
  const rounds = /<path class="thin" d="M([^"]*)"/.exec(figure)?.[1]?.split("M") ?? [];
  assert.deepEqual(
    rounds.map((round) => round.match(/-?[\d.]+/g)?.length),
    [8, 8, 6],
  );
});

test("percentiles that are no figures draw nothing", () => {
  const run = smallRun().run;
  const [native] = cellsOf(run, "rps");
  assert.ok(native);
  for (const percentilesMs of [null, 7, "p75", { p75: "8", p0: 1, p100: 3, px: 4, p95: -1 }]) {
    const odd = [1, 2].map((round) =>
      sample(native, { round, values: { rps: 20_000, "latency-p50": 5 }, evidence: { percentilesMs } }),
    );
    assert.match(
      after(pageOf(run, numbered(odd)), "Latency by percentile"),
      /<th scope="col">arm<th scope="col" class="f">p50, ms<\/tr>|<th scope="col">arm<th scope="col" class="f">p50, ms\n/,
    );
  }
});

test("the answer says of every claim what the terminal says of it, under the stamps of the report", () => {
  const answer = after(page, '<section id="answer"', '<section id="findings"');
  assert.match(answer, /class="stamp" role="note">provisional: do not cite/);
  for (const claim of makeReport(small.run, small.records, judge(small.run, small.records)).claims) {
    assert.ok(answer.includes(escapeText(claimSentences(claim).join(" "))), claim.id);
  }
});
