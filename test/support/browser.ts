import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Debian and others put Chromium; REMATCH_CHROMIUM names another. */
const PLACES = [
  process.env.REMATCH_CHROMIUM ?? "",
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

const found = PLACES.find((path) => path !== "" && existsSync(path));

/**
 * Why tests that need a browser are left out, false where there is one. Where CI is set there has to be one, so that a
 * green run never means that nothing was tested.
 */
export const withoutBrowser: string | false = (() => {
  if (found !== undefined) return false;
  const missing = "no Chromium (Debian: apt-get install chromium-headless-shell, or name one in REMATCH_CHROMIUM)";
  if (process.env.CI) throw new Error(`CI is set, and there is ${missing}`);
  process.stderr.write(`\nSKIPPED: ${missing}\n`);
  return missing;
})();

/** A headless Chromium that asks for nothing by itself. In a container it has neither a sandbox nor much of /dev/shm. */
export function startBrowser(): Promise<Browser> {
  if (found === undefined) throw new Error("no Chromium");
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"];
  return chromium.launch({
    executablePath: found,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", ...quiet],
  });
}
