import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = mkdtempSync(join(tmpdir(), "rematch-test-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));

/** A new folder that is gone when the tests of this file end. */
export const scratchFolder = (): string => mkdtempSync(join(root, "x-"));
