import { join } from "node:path";
import { EXIT, type RunOptions } from "../cli.ts";
import { resolveBases } from "../images/bases.ts";
import { withChoices } from "../images/choices.ts";
import { buildHelpers, buildSubjects } from "../images/images.ts";
import { type Anchor, EngineBusy, removeRun, takeEngine } from "../measure/anchor.ts";
import { runCampaign } from "../measure/campaign.ts";
import { readHost } from "../measure/host.ts";
import type { Guest, ProgramGuest } from "../measure/sandbox.ts";
import { measureSharing } from "../measure/sharing.ts";
import { keyedHost } from "../model/host-key.ts";
import { forTerminal, type Progress } from "../model/progress.ts";
import { OPEN_LOOP_TOOL } from "../model/rate.ts";
import type { Run } from "../model/run.ts";
import type { TargetsFile } from "../model/target.ts";
import { LIGHTEST_TOOL } from "../model/tool.ts";
import { deviations } from "../plan/deviations.ts";
import { cellSeconds } from "../plan/estimate.ts";
import { visitsOf } from "../plan/order.ts";
import { comparisonsOf } from "../plan/uses.ts";
import { makeProgress } from "../progress.ts";
import { saveLog } from "../records/log-file.ts";
import { machineDirectory, readCalibration } from "../records/machine-directory.ts";
import { handOver } from "../records/ownership.ts";
import { readRecords } from "../records/reader.ts";
import { sayIfLost } from "../records/results-folder.ts";
import { createRunDirectory } from "../records/run-directory.ts";
import { writeRun } from "../records/run-file.ts";
import { openRecords } from "../records/writer.ts";
import { cellsToConfirm } from "../verdict/confirmation.ts";
import { busy, type Kit } from "./kit.ts";
import { loadInput, planner } from "./plan.ts";
import { makeReportOf, showReport } from "./report.ts";
import { bootId, holdLost, kitIdentity, stayOn } from "./runner.ts";

/** `bench run`: measures an article and judges its claims. Resolves to the exit code. */
export async function runCommand(kit: Kit, name: string, options: RunOptions, interrupt: AbortSignal): Promise<number> {
  const input = await loadInput(kit, name);
  const { article, targets } = input;
  const planFor = planner(kit, input, options);
  // Refuses wrong claims, targets and variations before anything is built or written.
  const { cells, curve } = planFor([0, 1]);
  const isOpen = curve.length > 0 || cells.some(({ measure }) => measure.kind === "open-loop");
  sayIfLost(kit.results, process.env);
  const progress = forTerminal(makeProgress(process.stderr));
  const engine = await kit.freeEngine();
  const startedAt = new Date();
  const directory = await createRunDirectory(kit.results, startedAt, article.slug);
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
    const bases = resolveBases(withChoices(kit.root, process.env));
    const builder = {
      root: kit.root,
      bases,
      saveLog: keepLog,
      progress,
      signal,
      engine,
      cache: join(kit.results, ".cache"),
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
      kit: await kitIdentity(kit.root),
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
      instrument: await calibrationHere(kit, keyedHost(host, info.version).key, progress),
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
      comparisons: comparisonsOf(article, plan),
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
    await handOver(kit.results, directory.path);
  }
  if (run) showReport(kit, await makeReportOf(kit, directory), directory, options.json);
  return interrupt.aborted ? EXIT.interrupted : EXIT.done;
}

/** The last calibration of this machine. A file that cannot be read is told and keeps nobody from measuring. */
async function calibrationHere(kit: Kit, key: string, progress: Progress): Promise<Run["instrument"]> {
  return readCalibration(machineDirectory(kit.results, key)).catch((error: Error) => {
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
