/**
 * The composition root: with the jobs in commands/ the only code that joins the stages. Data flows one way, from article
 * to report: article → plan → images → sandboxes → records → judgement → report.
 */
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loadArticle } from "./articles/article.ts";
import { findArticle, listArticles } from "./articles/file.ts";
import { loadTargets } from "./articles/targets.ts";
import { type Commands, EXIT, failure, makeProgram, type RunOptions } from "./cli.ts";
import { calibrateCommand } from "./commands/calibrate.ts";
import { compareCommand } from "./commands/compare.ts";
import { compatCommand } from "./commands/compat.ts";
import { imageCommand } from "./commands/image.ts";
import { busy, type Kit } from "./commands/kit.ts";
import { bootId, holdLost, kitIdentity, stayOn } from "./commands/runner.ts";
import { toolsCommand } from "./commands/tools.ts";
import { type Check, checksText } from "./doctor/check.ts";
import { checks } from "./doctor/checks.ts";
import { findings } from "./doctor/findings.ts";
import { baseOf, resolveBases } from "./images/bases.ts";
import { withChoices } from "./images/choices.ts";
import { PROBE_IMAGE, versionsIn } from "./images/helpers.ts";
import { buildHelpers, buildSubjects } from "./images/images.ts";
import { lookForImages } from "./images/registry.ts";
import { type Anchor, EngineBusy, livingRun, removeRun, takeEngine } from "./measure/anchor.ts";
import { runCampaign } from "./measure/campaign.ts";
import { readHost } from "./measure/host.ts";
import { readMachine } from "./measure/machine.ts";
import type { Guest, ProgramGuest } from "./measure/sandbox.ts";
import { measureSharing } from "./measure/sharing.ts";
import type { Article } from "./model/article.ts";
import type { Engine } from "./model/engine.ts";
import { fileTrouble } from "./model/file-trouble.ts";
import { keyedHost } from "./model/host-key.ts";
import { profileFor } from "./model/profile.ts";
import { forTerminal, type Progress } from "./model/progress.ts";
import { OPEN_LOOP_TOOL } from "./model/rate.ts";
import type { Run } from "./model/run.ts";
import type { TargetsFile } from "./model/target.ts";
import { terminalText } from "./model/terminal-text.ts";
import { LIGHTEST_TOOL, type Tool } from "./model/tool.ts";
import { outliveReaders } from "./outputs.ts";
import { deviations } from "./plan/deviations.ts";
import { cellSeconds } from "./plan/estimate.ts";
import { listText } from "./plan/list-text.ts";
import { visitsOf } from "./plan/order.ts";
import { makePlan } from "./plan/plan.ts";
import { planJson, planText } from "./plan/plan-text.ts";
import { makeProgress } from "./progress.ts";
import { saveLog } from "./records/log-file.ts";
import { machineDirectory, readCalibration } from "./records/machine-directory.ts";
import { handOver } from "./records/ownership.ts";
import { readRecords } from "./records/reader.ts";
import { resultsFolder, sayIfLost } from "./records/results-folder.ts";
import { createRunDirectory, findRun, type RunDirectory } from "./records/run-directory.ts";
import { readRun, writeRun } from "./records/run-file.ts";
import { writeWhole } from "./records/whole-file.ts";
import { openRecords } from "./records/writer.ts";
import { renderMarkdown } from "./report/markdown.ts";
import { recordsCsv } from "./report/records-csv.ts";
import { makeReport, reportJson } from "./report/report.ts";
import type { Report } from "./report/schema.ts";
import { renderTerminal } from "./report/terminal.ts";
import { interruptible } from "./signals.ts";
import { cellsToConfirm } from "./verdict/confirmation.ts";
import { judge } from "./verdict/judge.ts";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
/** Where runs go; an own folder keeps tests and trials apart from the runs of a checkout. */
const RESULTS = resultsFolder(ROOT, process.env);

/** Loaded where an engine is needed: reports, lists and plans are there the sooner without its client. */
const reachEngine = async (): Promise<Engine> => (await import("./docker/reach.ts")).reachEngine();

const print = (text: string) => void process.stdout.write(terminalText(text.endsWith("\n") ? text : `${text}\n`));
const printJson = (value: unknown) => print(JSON.stringify(value, null, 2));

interface Input {
  article: Article;
  targets: TargetsFile;
  /** Whether the article is one of the kit's, and not a file that the user brought. */
  isOwn: boolean;
}

async function loadInput(name: string): Promise<Input> {
  const targets = await loadTargets(join(ROOT, "targets.yaml"));
  const folder = join(ROOT, "articles");
  const file = await findArticle(folder, name);
  return { article: await loadArticle(file, targets), targets, isOwn: dirname(resolve(file)) === folder };
}

/** Reads a run back from its folder and makes its report: the same bytes whenever and wherever it is done. */
async function makeReportOf(directory: RunDirectory): Promise<Report> {
  const run = await readRun(directory.runFile);
  const records = await readRecords(directory.recordsFile, run);
  const report = makeReport(run, records, judge(run, records));
  // Loaded here alone: what draws the plots would make every other command wait.
  const { renderHtml } = await import("./report/html/page.ts");
  // The largest first: the disk takes it in while the others are made.
  await Promise.all([
    writeWhole(directory.recordsTable, recordsCsv(records)),
    writeWhole(directory.reportFile, reportJson(report)),
    writeWhole(directory.reportText, renderMarkdown(report)),
    writeWhole(directory.reportPage, renderHtml(report, run, records)),
  ]);
  await handOver(RESULTS, directory.path);
  return report;
}

function showReport(report: Report, directory: RunDirectory, json: boolean): void {
  if (json) {
    print(reportJson(report));
    return;
  }
  const color = process.stdout.isTTY === true && !process.env.NO_COLOR;
  // Painted, so with commands to the terminal of its own; what it quotes is safe already.
  process.stdout.write(renderTerminal(report, { width: process.stdout.columns, color }));
  print(`\nTo read: ${relative(process.cwd(), directory.reportPage)}; raw data beside it`);
}

/** Several runs on one page, results/index.html. */
async function showReports(made: { report: Report; directory: RunDirectory }[], json: boolean): Promise<void> {
  const { renderIndex } = await import("./report/html/index-page.ts");
  const index = join(RESULTS, "index.html");
  const runs = made.map(({ report, directory }) => ({ report, folder: relative(RESULTS, directory.path) }));
  await mkdir(RESULTS, { recursive: true });
  await writeWhole(index, renderIndex(runs));
  await handOver(RESULTS, index);
  if (json) printJson(made.map(({ report }) => report));
  else
    print(
      [...made.map(({ directory }) => directory.reportPage), index]
        .map((file) => relative(process.cwd(), file))
        .join("\n"),
    );
}

/** An engine that answers and that no other run holds, or a KitError that says what is wrong and what helps. */
async function freeEngine(): Promise<Engine> {
  const engine = await reachEngine();
  const living = await livingRun(engine);
  if (living) throw busy(living);
  return engine;
}

/** Plans an article as the user's options ask for it. */
function planner({ article, targets, isOwn }: Input, options: RunOptions) {
  const { profile, claims, targets: targetsFilter, full } = options;
  const sensitivity = options.sensitivity ?? (full ? true : undefined);
  const windows = profileFor(profile, article.protocol);
  const bases = resolveBases(withChoices(ROOT, process.env));
  const asked = { article, targets, profile: windows, claims, targetsFilter, sensitivity };
  const rules = {
    ...{ curve: full, mayPublish: isOwn },
    baseOf: (name: string) => baseOf(bases, targets.targets[name] ?? { base: "bookworm" }),
  };
  return (cpus: number[], siblings?: Record<string, string>, tool: Tool = article.protocol.tool) =>
    makePlan({ ...asked, ...rules, cpus, siblings, tool });
}

async function runJob(name: string, options: RunOptions, interrupt: AbortSignal): Promise<number> {
  const input = await loadInput(name);
  const { article, targets } = input;
  const planFor = planner(input, options);
  // Refuses wrong claims, targets and variations before anything is built or written.
  const { cells, curve } = planFor([0, 1]);
  const isOpen = curve.length > 0 || cells.some(({ measure }) => measure.kind === "open-loop");
  sayIfLost(RESULTS, process.env);
  const progress = forTerminal(makeProgress(process.stderr));
  const engine = await freeEngine();
  const startedAt = new Date();
  const directory = await createRunDirectory(RESULTS, startedAt, article.slug);
  const id = directory.run;
  const records = await openRecords(directory.recordsFile);
  const keepLog = (log: string, text: string) => saveLog(directory, log, text);
  let run: Run | null = null;
  let anchor: Anchor | null = null;
  const lost = new AbortController();
  const signal = AbortSignal.any([interrupt, lost.signal]);
  const save = async (changes: Partial<Run>) => {
    if (!run) return;
    run = { ...run, ...changes };
    await writeRun(directory.runFile, run);
  };
  // Removing the containers ends whatever is being waited for in them.
  signal.addEventListener("abort", () => void removeRun(engine, id).catch(() => {}));
  try {
    const bases = resolveBases(withChoices(ROOT, process.env));
    const builder = {
      root: ROOT,
      bases,
      saveLog: keepLog,
      progress,
      signal,
      engine,
      cache: join(RESULTS, ".cache"),
      folder: directory.path,
    };
    progress.phase("images");
    const asked = performance.now();
    const helpers = await buildHelpers(builder, [article.protocol.tool, ...(isOpen ? [OPEN_LOOP_TOOL] : [])]);
    anchor = await takeEngine(engine, id, helpers.image, `rematch-${id}`);
    void anchor.ended.then(() => lost.abort(holdLost(id, `what it measured until then: bench report ${id}`)));
    const host = await readHost(anchor.probe, helpers.architecture);
    const tool = helpers.tools[article.protocol.tool] ? article.protocol.tool : LIGHTEST_TOOL;
    const plan = planFor(Object.keys(host.siblings).map(Number), host.siblings, tool);
    const { profile } = plan;
    await stayOn(plan.cpus.helpers, progress);
    const built = await buildSubjects(builder, plan, targets);
    progress.note(`images ready after ${((performance.now() - asked) / 1000).toFixed(1)} s`);
    for (const sample of built.samples) await records.sink(sample);
    const chosen = article.claims.filter((claim) => plan.claims.includes(claim.id));
    const info = await engine.info();
    run = {
      schema: 1,
      run: id,
      kit: await kitIdentity(ROOT),
      startedAt: startedAt.toISOString(),
      finishedAt: null,
      status: "running",
      article,
      plan,
      host,
      engine: info,
      tools: helpers.tools,
      subjects: built.subjects,
      deviations: deviations({
        ...{ article, claims: chosen, profile, cpus: plan.cpus, memoryBytes: plan.memoryBytes },
        ...{ tool, tools: helpers.tools, architecture: host.architecture, subjects: built.subjects },
      }),
      instrument: await calibrationHere(keyedHost(host, info.version).key, progress),
      sharing: await measureSharing(anchor.probe, plan.cpus),
      timing: null,
    };
    await save({});
    const began = performance.now();
    const spent = await runCampaign({
      kit: {
        ...{ engine, run: id, probeImage: helpers.image, volume: `rematch-${id}`, cpus: plan.cpus },
        ...{ memoryBytes: plan.memoryBytes, pids: plan.pids, sameKernel: host.bootId === bootId() },
      },
      plan,
      guests: guestsOf(plan, built.subjects, targets),
      order: (cells, round) => visitsOf(plan.arms, cells, round),
      record: records.sink,
      saveLog: keepLog,
      progress,
      estimate: (cell) => cellSeconds(cell, profile),
      confirm: async () =>
        run && plan.sensitivity.length > 0 ? cellsToConfirm(run, await readRecords(directory.recordsFile)) : [],
      signal,
    });
    const timing = { wall: (performance.now() - began) / 1000, ...spent };
    await save({ status: "done", finishedAt: new Date().toISOString(), timing });
  } catch (error) {
    const interrupted = interrupt.aborted;
    await save({ status: interrupted ? "interrupted" : "failed", finishedAt: new Date().toISOString() }).catch(
      // What ended the run, such as a full disk, may keep this from being written too; it is the news, not this.
      (unsaved: Error) => progress.note(`run.json still says "running": ${unsaved.message}`),
    );
    if (error instanceof EngineBusy) throw busy(error.run);
    if (!interrupted) {
      if (run) progress.note(`the run failed; what it measured is kept: bench report ${id}`);
      throw lost.signal.aborted ? lost.signal.reason : error;
    }
  } finally {
    progress.end();
    anchor?.probe.close();
    await removeRun(engine, id).catch((error: Error) => progress.note(`not everything was removed: ${error.message}`));
    await records.close();
    await handOver(RESULTS, directory.path);
  }
  if (run) showReport(await makeReportOf(directory), directory, options.json);
  return interrupt.aborted ? EXIT.interrupted : EXIT.done;
}

/** The last calibration of this machine. A file that cannot be read is told and keeps nobody from measuring. */
async function calibrationHere(key: string, progress: Progress): Promise<Run["instrument"]> {
  return readCalibration(machineDirectory(RESULTS, key)).catch((error: Error) => {
    progress.note(`the calibration of this machine is not used: ${error.message}`);
    return null;
  });
}

/** What is put into each arm's sandbox: only arms whose subject has an image. */
function guestsOf(plan: Run["plan"], subjects: Run["subjects"], targets: TargetsFile) {
  return new Map(
    plan.arms.flatMap((arm) => {
      const image = subjects.find(({ target, app }) => target === arm.target && app === arm.app)?.image;
      const [target, app, program] = [targets.targets[arm.target], targets.apps[arm.app], targets.programs[arm.app]];
      if (!image || !target) return [];
      const guest: Guest | ProgramGuest | null = app
        ? { arm, image, target, app }
        : program
          ? { arm, image, target, program }
          : null;
      return guest ? [[arm.id, guest] as const] : [];
    }),
  );
}

async function diagnose(): Promise<Check[]> {
  const id = `doctor-${process.pid}`;
  const look = async (engine: Engine, architecture: string) => {
    try {
      const { probe } = await takeEngine(engine, id, PROBE_IMAGE, `rematch-${id}`).catch((error: unknown) => {
        throw error instanceof EngineBusy ? busy(error.run) : error;
      });
      const [host, machine] = [await readHost(probe, architecture), await readMachine(probe)];
      probe.close();
      return { host, machine: { ...machine, tools: versionsIn(machine.tools) } };
    } finally {
      await removeRun(engine, id);
    }
  };
  const bases = resolveBases(withChoices(ROOT, process.env));
  return checks(
    await findings({
      ...{ reach: reachEngine, helperImage: PROBE_IMAGE, results: RESULTS, living: livingRun, look },
      images: (engine) => lookForImages(engine, bases),
      refuse: (results) => sayIfLost(results, process.env),
      calibrated: async (host, { version }) => {
        const known = await readCalibration(machineDirectory(RESULTS, keyedHost(host, version).key));
        if (known === null) return null;
        const missed = known.quantities.filter(({ ok }) => !ok).length;
        const ageSeconds = (Date.now() - Date.parse(known.calibratedAt)) / 1000;
        return { ageSeconds, missed, all: known.quantities.length };
      },
    }),
  );
}

const KIT: Kit = { root: ROOT, results: RESULTS, freeEngine, print, printJson };

const commands: Commands = {
  run: (name, options) => interruptible((signal) => runJob(name, options, signal)),
  plan: async (name, options) => {
    const input = await loadInput(name);
    const { article } = input;
    const cpus = Array.from({ length: availableParallelism() }, (_, cpu) => cpu);
    const plan = planner(input, options)(cpus);
    if (options.json) printJson(planJson(plan));
    else print(planText(article, plan));
    return EXIT.done;
  },
  list: async ({ json }) => {
    const targets = await loadTargets(join(ROOT, "targets.yaml"));
    const files = await listArticles(join(ROOT, "articles"));
    const articles = await Promise.all(files.map(({ file }) => loadArticle(file, targets)));
    if (json)
      printJson({
        articles: articles.map(({ slug, title, groups }) => ({ slug, title, groups })),
        targets: targets.targets,
      });
    else print(listText(articles, targets));
    return EXIT.done;
  },
  report: async (names, { json }) => {
    const directories = [
      ...new Map(names.map((name) => findRun(RESULTS, name)).map((each) => [each.path, each])).values(),
    ];
    // One that is no run keeps the others from being made again.
    for (const { runFile } of directories) await readRun(runFile);
    const made: { report: Report; directory: RunDirectory }[] = [];
    for (const directory of directories) made.push({ report: await makeReportOf(directory), directory });
    const [first] = made;
    if (made.length === 1 && first) showReport(first.report, first.directory, json);
    else await showReports(made, json);
    return EXIT.done;
  },
  compare: (runs, options) => compareCommand(KIT, runs, options),
  compat: (targets, options) => interruptible((signal) => compatCommand(KIT, targets, options, signal)),
  tools: (options) => interruptible((signal) => toolsCommand(KIT, options, signal)),
  image: (names, options) => interruptible((signal) => imageCommand(KIT, names, options, signal)),
  calibrate: (options) => interruptible((signal) => calibrateCommand(KIT, options, signal)),
  doctor: async ({ json }) => {
    const found = await diagnose();
    if (json) printJson({ schema: 1, checks: found });
    else print(checksText(found));
    return found.some(({ state }) => state === "failure") ? EXIT.hit : EXIT.done;
  },
  clean: async ({ force }) => {
    const engine = await reachEngine();
    const living = await livingRun(engine);
    if (living && !force) throw busy(living);
    const removed = await removeRun(engine);
    print(
      removed === 0
        ? "nothing of Rematch was left on the engine"
        : `removed ${removed} containers, networks and volumes`,
    );
    return EXIT.done;
  },
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
