/**
 * The composition root: with the jobs in commands/ the only code that joins the stages. Data flows one way, from article
 * to report: article → plan → images → sandboxes → records → judgement → report.
 */
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Commands, failure, makeProgram } from "./cli.ts";
import { busy, type Kit } from "./commands/kit.ts";
import type { Engine } from "./model/engine.ts";
import { fileTrouble } from "./model/file-trouble.ts";
import { terminalText } from "./model/terminal-text.ts";
import { outliveReaders } from "./outputs.ts";
import { resultsFolder } from "./records/results-folder.ts";
import { interruptible } from "./signals.ts";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** Where runs go; an own folder keeps tests and trials apart from the runs of a checkout. */
const RESULTS = resultsFolder(ROOT, process.env);

/** Loaded where an engine is needed: reports, lists and plans are there the sooner without its client. */
const reachEngine = async (): Promise<Engine> => (await import("./docker/reach.ts")).reachEngine();

const print = (text: string) => void process.stdout.write(terminalText(text.endsWith("\n") ? text : `${text}\n`));
const printJson = (value: unknown) => print(JSON.stringify(value, null, 2));

/** An engine that answers and that no other run holds, or a KitError that says what is wrong and what helps. */
async function freeEngine(): Promise<Engine> {
  const engine = await reachEngine();
  const { livingRun } = await import("./measure/anchor.ts");
  const living = await livingRun(engine);
  if (living) throw busy(living);
  return engine;
}

const KIT: Kit = { root: ROOT, results: RESULTS, reachEngine, freeEngine, print, printJson };

/** Each job is loaded when it is asked for: a report needs nothing that measures, and nothing waits for what draws plots. */
const commands: Commands = {
  run: (name, options) =>
    interruptible(async (signal) => (await import("./commands/run.ts")).runCommand(KIT, name, options, signal)),
  plan: async (name, options) => (await import("./commands/plan.ts")).planCommand(KIT, name, options),
  list: async (options) => (await import("./commands/list.ts")).listCommand(KIT, options),
  report: async (runs, options) => (await import("./commands/report.ts")).reportCommand(KIT, runs, options),
  compare: async (runs, options) => (await import("./commands/compare.ts")).compareCommand(KIT, runs, options),
  compat: (targets, options) =>
    interruptible(async (signal) =>
      (await import("./commands/compat.ts")).compatCommand(KIT, targets, options, signal),
    ),
  tools: (options) =>
    interruptible(async (signal) => (await import("./commands/tools.ts")).toolsCommand(KIT, options, signal)),
  image: (names, options) =>
    interruptible(async (signal) => (await import("./commands/image.ts")).imageCommand(KIT, names, options, signal)),
  calibrate: (options) =>
    interruptible(async (signal) => (await import("./commands/calibrate.ts")).calibrateCommand(KIT, options, signal)),
  doctor: async (options) => (await import("./commands/doctor.ts")).doctorCommand(KIT, options),
  clean: async (options) => (await import("./commands/clean.ts")).cleanCommand(KIT, options),
};

outliveReaders();
try {
  await makeProgram(commands, (code) => {
    process.exitCode = code;
  }).parseAsync();
} catch (error) {
  const { code, text } = failure(fileTrouble(error) ?? error);
  if (text) process.stderr.write(terminalText(`${text}\n`));
  process.exitCode = code;
}
