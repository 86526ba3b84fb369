import assert from "node:assert/strict";
import { test } from "node:test";
import { ARTICLE, articleFaults, replaced } from "./small-files.ts";

const ratioOf = (value: string): string[] =>
  articleFaults(replaced(ARTICLE, "to: b, value: 2 }", `to: b, value: ${value} }`));

test("a ratio without a direction is refused, and the relation that says no difference is named", () => {
  for (const value of ["1", "1.0004", "0.9996"]) {
    assert.deepEqual(ratioOf(value), [
      `small.yaml:27:64: expected a ratio that differs from 1 by 0.1 % or more, found ${value};` +
        ' write "no difference" as { kind: equivalent, of: …, to: …, margin: … }',
    ]);
  }
  assert.deepEqual(ratioOf("1.001"), []);
  assert.deepEqual(ratioOf("0.999"), []);
});

test("a ratio that no benchmark can have is refused", () => {
  for (const [value, expected] of [
    ["0", "at least 0.000001"],
    ["-2", "at least 0.000001"],
    ["1e-320", "at least 0.000001"],
    ["1e300", "at most 1000000"],
  ] as const) {
    const [fault = "", ...more] = ratioOf(value);
    assert.deepEqual(more, []);
    assert.ok(fault.startsWith(`small.yaml:27:64: expected a number of ${expected}, found `), fault);
  }
  assert.match(ratioOf(".inf")[0] ?? "", /^small\.yaml:27:64: expected a number, found Infinity/);
});

test("a figure that overflows in its own unit is refused", () => {
  const figureOf = (value: string): string[] =>
    articleFaults(replaced(ARTICLE, "value: 5, unit", `value: ${value}, unit`));
  assert.match(
    figureOf("1e300")[0] ?? "",
    /^small\.yaml:21:60: expected a number of at most 1000000000000000, found 1e\+300/,
  );
  assert.match(figureOf("1e-320")[0] ?? "", /^small\.yaml:21:60: expected a number of at least 1e-9, found 1e-320/);
});

test("a tolerance too small to tell from none is refused", () => {
  const text = replaced(ARTICLE, "    arms: [many]", "    arms: [many]\n    tolerance: 1e-300");
  assert.match(articleFaults(text)[0] ?? "", /^small\.yaml:30:16: expected a number of at least 0\.0001, found 1e-300/);
});

test("figures behind a quoted size are bounded too, and there must be some", () => {
  const withPairs = (pairs: string): string[] =>
    articleFaults(
      replaced(
        ARTICLE,
        "    arms: [many]",
        `    arms: [many]\n    arithmetic: { quoted: 2, unit: x, rounding: 0.1, pairs: ${pairs} }`,
      ),
    );
  assert.match(withPairs("[]")[0] ?? "", /^small\.yaml:30:61: expected at least 1 of them, found an empty list/);
  assert.match(withPairs("[{ metric: rps, a: 1e-320, b: 1 }]")[0] ?? "", /:30:80: expected a number of at least 1e-9/);
});

test("a protocol of a thousand years is refused", () => {
  const [fault] = articleFaults(replaced(ARTICLE, "seconds: 2", "seconds: 1e12"));
  assert.match(fault ?? "", /^small\.yaml:3:33: expected a number of at most 86400, found 1000000000000/);
});
