import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Result } from "axe-core";
import type { Browser, Page } from "playwright-core";
import type { RunRecord } from "../../../scripts/model/record.ts";
import type { Run } from "../../../scripts/model/run.ts";
import { renderIndex } from "../../../scripts/report/html/index-page.ts";
import { renderHtml } from "../../../scripts/report/html/page.ts";
import { makeReport } from "../../../scripts/report/report.ts";
import { judge } from "../../../scripts/verdict/judge.ts";
import { startBrowser, withoutBrowser } from "../../support/browser.ts";
import { smallReport, smallRun } from "../report-builder.ts";
import { wholeRun } from "./whole-run.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };
const WIDE = { width: 1400, height: 900 };

let folder = "";
let browser: Browser;
/** Addresses of a small page, of one with everything, and of an index. */
let small = "";
let whole = "";
let index = "";

before(async () => {
  if (withoutBrowser) return;
  folder = await mkdtemp(join(tmpdir(), "rematch-page-"));
  const write = async (name: string, { run, records }: { run: Run; records: RunRecord[] }): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, renderHtml(makeReport(run, records, judge(run, records)), run, records));
    return pathToFileURL(file).href;
  };
  small = await write("small.html", smallRun());
  index = pathToFileURL(join(folder, "index.html")).href;
  await writeFile(join(folder, "index.html"), renderIndex([{ report: smallReport(), folder: "a" }]));
  whole = await write("whole.html", wholeRun());
  browser = await startBrowser();
});
after(async () => {
  if (withoutBrowser) return;
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

interface Look {
  size?: { width: number; height: number };
  scheme?: "light" | "dark";
  media?: "screen" | "print";
}

/** Opens a page, fails on anything it asks for or complains of, and hands it over. */
async function opened<T>(url: string, look: Look, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.newPage({ viewport: look.size ?? DESK, colorScheme: look.scheme ?? "light" });
  const trouble: string[] = [];
  page.on("console", (message) => trouble.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => trouble.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (request.url() !== url) trouble.push(`request: ${request.url()}`);
  });
  try {
    await page.emulateMedia({ media: look.media ?? "screen" });
    await page.goto(url);
    const result = await use(page);
    assert.deepEqual(trouble, []);
    return result;
  } finally {
    await page.close();
  }
}

/** Runs in the page, which has no script of its own. */
const inPage = <T>(page: Page, body: string): Promise<T> => page.evaluate(`(() => { ${body} })()`) as Promise<T>;

test("on a phone nothing is wider than the screen but what scrolls within itself", {
  skip: withoutBrowser,
}, async () => {
  for (const url of [small, whole, index]) {
    for (const size of [PHONE, DESK, WIDE]) {
      const wide = await opened(url, { size }, (page) =>
        inPage<[number, string[]]>(
          page,
          `const beyond = [...document.querySelectorAll("body *")].filter((each) => {
             const { right, left, width } = each.getBoundingClientRect();
             return width > 0 && (right > innerWidth + 1 || left < -1) && !each.closest(".scroll, pre, .unseen, .skip");
           });
           return [document.documentElement.scrollWidth, beyond.slice(0, 5).map((each) => each.outerHTML.slice(0, 120))];`,
        ),
      );
      assert.deepEqual(wide, [size.width, []]);
    }
  }
});

test("every plot is there to be seen, on a phone, on a desk and on paper, and holds all it draws", {
  skip: withoutBrowser,
}, async () => {
  for (const look of [{ size: PHONE }, { size: DESK }, { size: DESK, media: "print" as const }]) {
    const seen = await opened(whole, look, (page) =>
      inPage<{ figures: number; hidden: string[]; cut: string[] }>(
        page,
        `const figures = [...document.querySelectorAll("figure")];
         const shown = (svg) => svg.getClientRects().length > 0 && svg.getBoundingClientRect().width > 100;
         const hidden = figures.filter((each) => ![...each.querySelectorAll("svg[role=img]")].some(shown));
         const cut = [...document.querySelectorAll("svg[role=img]")].filter(shown).flatMap((svg) => {
           const { width, height } = svg.viewBox.baseVal;
           return [...svg.querySelectorAll("path, text")].filter((each) => {
             const box = each.getBBox();
             return box.x < -1 || box.y < -1 || box.x + box.width > width + 1 || box.y + box.height > height + 1;
           }).map((each) => svg.getAttribute("aria-label").slice(0, 60) + ": " + each.outerHTML.slice(0, 100));
         });
         return { figures: figures.length, hidden: hidden.map((each) => each.textContent.slice(0, 60)), cut: cut.slice(0, 8) };`,
      ),
    );
    assert.ok(seen.figures > 100, String(seen.figures));
    assert.deepEqual([seen.hidden, seen.cut], [[], []]);
  }
});

/** What axe finds that keeps people from reading the page, with all that is folded away opened. */
async function barriers(page: Page): Promise<string[]> {
  await inPage(page, "for (const each of document.querySelectorAll('details')) each.open = true;");
  await page.evaluate(AXE);
  const violations = (await page.evaluate("axe.run().then(({ violations }) => violations)")) as Result[];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.length}, such as ${nodes[0]?.html.slice(0, 160)}`);
}

for (const look of [{ scheme: "light" }, { scheme: "dark" }, { media: "print" }, { size: PHONE }] satisfies Look[]) {
  test(`nothing in the pages keeps anyone from reading it: ${JSON.stringify(look)}`, {
    skip: withoutBrowser,
  }, async () => {
    for (const url of [small, index]) assert.deepEqual(await opened(url, look, barriers), []);
  });
}

for (const scheme of ["light", "dark"] as const) {
  for (const size of [PHONE, WIDE]) {
    test(`nothing in the whole page keeps anyone from reading it: ${scheme}, ${size.width} wide`, {
      skip: withoutBrowser,
    }, async () => {
      assert.deepEqual(await opened(whole, { scheme, size }, barriers), []);
    });
  }
}

test("by keyboard the first stop leads past the head, and every folded or scrolled part can be reached", {
  skip: withoutBrowser,
}, async () => {
  await opened(small, {}, async (page) => {
    await page.keyboard.press("Tab");
    assert.equal(await inPage(page, "return document.activeElement.className"), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await inPage(page, "return document.activeElement.id"), "main");
    const unreachable = await inPage<string[]>(
      page,
      `return [...document.querySelectorAll(".scroll, pre")].filter((each) => each.tabIndex < 0).map((each) => each.outerHTML.slice(0, 80));`,
    );
    assert.deepEqual(unreachable, []);
  });
});

test("dark is dark and paper is light, in either scheme, and can be printed", { skip: withoutBrowser }, async () => {
  const paper = "return getComputedStyle(document.body).backgroundColor";
  assert.equal(await opened(small, { scheme: "dark" }, (page) => inPage(page, paper)), "rgb(21, 23, 27)");
  for (const scheme of ["light", "dark"] as const) {
    await opened(small, { media: "print", scheme }, async (page) => {
      assert.equal(await inPage(page, "return getComputedStyle(document.body).color"), "rgb(26, 28, 32)");
      assert.ok((await page.pdf({ preferCSSPageSize: true })).length > 10_000);
    });
  }
});

test("the claims can be read without scrolling sideways, as cards on a phone and as a table on a desk", {
  skip: withoutBrowser,
}, async () => {
  for (const size of [PHONE, { width: 768, height: 900 }, DESK, WIDE]) {
    const [beyond, heads] = await opened(whole, { size }, (page) =>
      inPage<[number, number]>(
        page,
        `const box = document.querySelector("#claims .scroll");
         const head = box.querySelector("thead").getBoundingClientRect();
         return [box.scrollWidth - box.clientWidth, head.height];`,
      ),
    );
    assert.equal(beyond, 0, `${size.width}: ${beyond} px beyond`);
    assert.equal(heads > 1, size.width > 1120, `${size.width}: ${heads}`);
  }
});
