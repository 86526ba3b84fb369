// Makes the precompiled-JavaScript arm of an app: node strip-types.mjs SOURCE.ts (mjs|cjs) > OUT
//
// Types are stripped by the function that Node itself applies to a .ts file (they become spaces), so the .mjs runs the
// very text that type stripping would run. The .cjs differs from it only in how built-in modules are named: each
// `import { a } from "node:b";` becomes `const { a } = require("node:b");`. Any other import or export is an error.
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";

const [source, kind] = process.argv.slice(2);
if (source === undefined || (kind !== "mjs" && kind !== "cjs")) {
  throw new Error("usage: node strip-types.mjs SOURCE.ts (mjs|cjs)");
}

let code = stripTypeScriptTypes(readFileSync(source, "utf8"));
if (kind === "cjs") {
  code = code.replace(/^import (\{ [\w, ]+ \}) from ("node:\w+");$/gm, "const $1 = require($2);");
  const left = /^(import|export)\b.*$/m.exec(code);
  if (left !== null) throw new Error(`${source}: cannot write as CommonJS: ${left[0]}`);
}
process.stdout.write(code);
