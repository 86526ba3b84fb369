import assert from "node:assert/strict";
import { test } from "node:test";
import { faultText } from "../../scripts/model/errors.ts";
import { terminalLine, terminalText } from "../../scripts/model/terminal-text.ts";

const [start, rightToLeft, c1, joiner, separator] = [0x1b, 0x202e, 0x9b, 0x200b, 0x2028].map((code) =>
  String.fromCodePoint(code),
);

test("what a terminal would obey is shown as what it is, and what a reader reads stays", () => {
  assert.equal(
    terminalText(`a${start}[2J${rightToLeft}b${c1}c${joiner}d${separator}e\r\n`),
    "a\\u001b[2J\\u202eb\\u009bc\\u200bd\\u2028e\\u000d\n",
  );
  assert.equal(terminalText(String.fromCodePoint(0xe0041)), "\\udb40\\udc41");
  assert.equal(terminalText("\ud800"), "\\ud800");
  assert.equal(terminalText("“größer” → 12 µs 日本 🙂"), "“größer” → 12 µs 日本 🙂");
  assert.equal(terminalText(terminalText(start ?? "")), "\\u001b");
  const json = JSON.stringify({ [`${start}${rightToLeft}`]: String.fromCodePoint(0xe0041) });
  assert.deepEqual(JSON.parse(terminalText(json)), JSON.parse(json));
});

test("a line stays one line", () => {
  assert.equal(terminalLine("a\n  b\tc"), "a b c");
  const fault = { file: "a\nb.yaml", line: 1, column: 1, expected: `x${start}`, found: "y\nz", next: "n" };
  assert.equal(faultText(fault), "a b.yaml:1:1: expected x\\u001b, found y z; n");
});
