import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { calibrationText } from "../../scripts/calibration/calibration-text.ts";
import { quantitiesOf } from "../../scripts/calibration/quantities.ts";
import { calibrationJsonSchema } from "../../scripts/calibration/schema.ts";
import { type Calibration, calibrationSchema } from "../../scripts/model/calibration.ts";
import { calibrationOf } from "../support/calibration.ts";

const text = (calibration: Calibration) => calibrationText(calibration).split("\n");

test("every truth has a line with bias, spread, n and goal, under its metric", () => {
  const lines = text(calibrationOf([{ quantity: "cold-start.14ms", truth: 14.5, value: 14.61 }]));
  const at = lines.indexOf("cold start, exec to first valid answer");
  assert.ok(at > 0);
  const line = lines.find((each) => each.includes("listens after 14 ms: from its listen()"));
  assert.match(line ?? "", /^ok {6}listens .* \+0\.110 ms +0 ms +1 +≤ 0\.300 ms, ≤ 0\.500 ms$/);
});

test("a bias with a goal as a share of the truth is shown as one", () => {
  const line = text(calibrationOf([{ quantity: "rps.wrk", truth: 20_000, value: 19_800 }])).find((each) =>
    each.includes("wrk run by the kit"),
  );
  assert.match(line ?? "", /^ok .* -1\.00 % .* ≤ 3\.00 %$/);
});

test("what was not measured is told as missed, and how many are", () => {
  const lines = text(calibrationOf([{ quantity: "cold-start.14ms", truth: 14.5, value: 14.61 }]));
  const total = quantitiesOf([]).length;
  assert.match(lines.find((each) => each.includes("20 GiB")) ?? "", /^MISSED .* not measured +0 +exact$/);
  assert.ok(lines.some((line) => line.startsWith(`${total - 1} of ${total} miss their goals`)));
});

test("the file of a calibration is what its schema says, and the checked-in JSON Schema is generated from it", async () => {
  const calibration = calibrationOf([]);
  assert.deepEqual(calibrationSchema.parse(JSON.parse(JSON.stringify(calibration))), calibration);
  const file = new URL("../../schemas/calibration.schema.json", import.meta.url);
  const generated = `${JSON.stringify(calibrationJsonSchema(), null, 2)}\n`;
  if (process.env.UPDATE_SCHEMAS) await writeFile(file, generated);
  assert.equal(await readFile(file, "utf8"), generated, "run with UPDATE_SCHEMAS=1 to update the file");
});
