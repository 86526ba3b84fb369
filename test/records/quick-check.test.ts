import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sampleSchema } from "../../scripts/model/record.ts";
import { isPlainSample } from "../../scripts/records/quick-check.ts";

const SAMPLE = {
  ...{ kind: "sample", seq: 7, at: "2026-11-30T16:08:14.000Z", cell: "a/b rss", arm: "a/b", measure: "rss" },
  ...{ phase: "rounds", round: 1, attempt: 1, trial: 1, window: 2.5, values: { rss: 7 }, flags: ["errors"] },
  ...{ void: null, evidence: { wall: 1 } },
};

test("a sample as a run writes it needs no schema, spoilt or not", () => {
  assert.ok(isPlainSample(SAMPLE));
  assert.ok(isPlainSample({ ...SAMPLE, void: "foreign CPU", flags: [], values: {}, evidence: {} }));
});

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(undefined, null, "", "once", "sample", 0.5, -1, Number.POSITIVE_INFINITY, 2 ** 53, [], {}),
  fc.constantFrom<unknown>(
    ["made-up"],
    [1],
    { rss: -1 },
    { rss: "7" },
    { rsss: 1 },
    { toString: 1 },
    { constructor: 1 },
  ),
);

test("what is taken without the schema the schema takes too, whatever is put in, left out or added", () => {
  const changed = fc.record({
    key: fc.oneof(fc.constantFrom(...Object.keys(SAMPLE)), fc.constantFrom("facts", "extra", "__proto__")),
    other: fc.constantFrom("none", ...Object.keys(SAMPLE)),
    value: odd,
  });
  let taken = 0;
  fc.assert(
    fc.property(changed, ({ key, other, value }) => {
      const { [other as keyof typeof SAMPLE]: _, ...rest } = SAMPLE;
      // As JSON, which is what comes from a file; 1e999 is how it has a number without end.
      const text = JSON.stringify({ ...rest, [key]: value === Number.POSITIVE_INFINITY ? "endless" : value });
      const read = JSON.parse(text.replace('"endless"', "1e999"));
      if (!isPlainSample(read)) return;
      taken += 1;
      assert.ok(sampleSchema.safeParse(read).success, text);
    }),
    { numRuns: 5000, seed: 1 },
  );
  assert.ok(taken > 20, String(taken));
});
