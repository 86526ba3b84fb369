import { join, relative } from "node:path";
import { loadCases } from "../articles/compat-cases.ts";
import { loadTargets } from "../articles/targets.ts";
import { type CompatOptions, EXIT } from "../cli.ts";
import type { Conversation } from "../compat/conversation.ts";
import { IDLE_MS, QUIET_MS } from "../compat/conversation.ts";
import { comparedTarget, sideOf, targetWithoutProgram, unexpectedOf } from "../compat/result.ts";
import { type Asked, askedSubjects } from "../compat/subjects.ts";
import { resolveBases } from "../images/bases.ts";
import { reasonText } from "../images/build-failure.ts";
import { withChoices } from "../images/choices.ts";
import { buildEach, buildHelpers } from "../images/images.ts";
import { type Anchor, EngineBusy, removeRun, takeEngine } from "../measure/anchor.ts";
import type { Guest, Kit as SandboxKit } from "../measure/sandbox.ts";
import { makeArm, subjectId } from "../model/cell.ts";
import { bytesOf, type CompatCase } from "../model/compat-case.ts";
import type { CompatReport, TargetResult } from "../model/compat-report.ts";
import { KitError } from "../model/errors.ts";
import { forTerminal, type Progress } from "../model/progress.ts";
import type { SubjectInfo } from "../model/run.ts";
import type { TargetsFile } from "../model/target.ts";
import { MEMORY_BYTES, PIDS } from "../plan/plan.ts";
import { makeProgress } from "../progress.ts";
import { saveLog } from "../records/log-file.ts";
import { handOver } from "../records/ownership.ts";
import { saveBytes } from "../records/raw-bytes.ts";
import { sayIfLost } from "../records/results-folder.ts";
import { createRunDirectory, type RunDirectory } from "../records/run-directory.ts";
import { writeWhole } from "../records/whole-file.ts";
import { compatMarkdown } from "../report/compat-markdown.ts";
import { compatText } from "../report/compat-text.ts";
import { type Battery, playBattery } from "./battery.ts";
import { busy, type Kit } from "./kit.ts";
import { holdLost, kitIdentity } from "./runner.ts";

/**
 * `bench compat`: raw conversations with a fresh server each, answered by every target and by an oracle, and what differs.
 * The bytes of all sides lie in the run's raw/, beside compat.json, compat.md and compat.html.
 */
export async function compatCommand(
  kit: Kit,
  names: readonly string[],
  options: CompatOptions,
  interrupt: AbortSignal,
): Promise<number> {
  const file = await loadTargets(join(kit.root, "targets.yaml"));
  const targets = askedSubjects(names, file, "target");
  const [oracle] = askedSubjects([options.oracle], file, "--oracle");
  if (!oracle) throw new Error("an oracle is always asked for");
  const cases = await allCases(kit.root, options.cases);
  sayIfLost(kit.results, process.env);
  const engine = await kit.freeEngine();
  const progress = forTerminal(makeProgress(process.stderr));
  const startedAt = new Date();
  const directory = await createRunDirectory(kit.results, startedAt, "compat");
  const { run } = directory;
  const lost = new AbortController();
  const signal = AbortSignal.any([interrupt, lost.signal]);
  let anchor: Anchor | null = null;
  // Removing the containers ends whatever is being waited for in them.
  signal.addEventListener("abort", () => void removeRun(engine, run).catch(() => {}));
  try {
    progress.phase("images");
    const builder = {
      ...{ root: kit.root, bases: resolveBases(withChoices(kit.root, process.env)), engine, progress, signal },
      ...{ saveLog: (name: string, text: string) => saveLog(directory, name, text), folder: directory.path },
      cache: join(kit.results, ".cache"),
    };
    const helpers = await buildHelpers(builder);
    anchor = await takeEngine(engine, run, helpers.image, `rematch-${run}`);
    void anchor.ended.then(() => lost.abort(holdLost(run, "call bench compat again")));
    const subjects = [...new Map([oracle, ...targets].map((one) => [idOf(one), { id: idOf(one), ...one }])).values()];
    const built = await buildEach(builder, subjects, file);
    const infoOf = (asked: Asked) => built.find(({ info }) => info.id === idOf(asked))?.info;
    progress.phase("cases");
    const sandboxes: SandboxKit = {
      ...{ engine, run, probeImage: helpers.image, volume: `rematch-${run}`, memoryBytes: MEMORY_BYTES, pids: PIDS },
      // Nothing is timed, so no CPU is set apart.
      ...{ cpus: { subject: "", helpers: "" }, sameKernel: false },
    };
    const play = (asked: Asked, image: string) => {
      const lacks = file.apps[asked.app]?.lacks ?? {};
      const kept = cases.filter(({ name }) => lacks[name] === undefined);
      return playBattery(sandboxes, guestOf(asked, image, file), kept, announcer(progress, idOf(asked), kept, signal));
    };
    const told = await askOracle(oracle, infoOf(oracle), cases, play);
    const results: TargetResult[] = [];
    for (const asked of targets) {
      const info = infoOf(asked);
      if (!info) throw new Error(`${idOf(asked)} was not built`);
      const about = file.targets[asked.target]?.about ?? "";
      if (info.image === null) {
        const reason = `${reasonText(info.failure?.lines ?? [])} (${info.failure?.log || "no log"})`;
        results.push(targetWithoutProgram(info, about, cases, reason));
        continue;
      }
      const { played, seconds } = await play(asked, info.image);
      const fileOf = (name: string) => `raw/${idOf(asked)}/${name}.bytes`;
      for (const [name, one] of played)
        if ("conversation" in one) await saveSide(directory, `${idOf(asked)}/${name}`, one.conversation);
      const setting = { seconds, fileOf, lacks: file.apps[asked.app]?.lacks ?? {}, oracleApp: oracle.app };
      results.push(comparedTarget(info, about, cases, told.conversations, played, setting));
    }
    const report: CompatReport = {
      ...{ schema: 1, run, startedAt: startedAt.toISOString(), kit: await kitIdentity(kit.root) },
      ...{ engine: (await engine.info()).version, limits: { idle: IDLE_MS, quiet: QUIET_MS } },
      oracle: { ...oracle, about: file.targets[oracle.target]?.about ?? "", seconds: told.seconds },
      cases: await Promise.all(cases.map((one) => saveCase(directory, one, told.conversations))),
      targets: results,
    };
    await writeReport(directory, report);
    progress.end();
    if (options.json) kit.printJson(report);
    else kit.print(`${compatText(report)}\nTo read: ${relative(process.cwd(), join(directory.path, "compat.html"))}\n`);
    return results.some(({ status }) => status === "unavailable") ? EXIT.kit : EXIT.done;
  } catch (error) {
    if (interrupt.aborted) return EXIT.interrupted;
    if (lost.signal.aborted) throw lost.signal.reason;
    throw error instanceof EngineBusy ? busy(error.run) : error;
  } finally {
    progress.end();
    anchor?.probe.close();
    await removeRun(engine, run).catch((error: Error) => progress.note(`not everything was removed: ${error.message}`));
    await handOver(kit.results, directory.path);
  }
}

const idOf = ({ target, app }: Asked): string => subjectId(target, app);

/** The cases of the kit, and those of the user's file behind them. */
async function allCases(root: string, more: string | undefined): Promise<CompatCase[]> {
  const shipped = "compat/cases.yaml";
  const cases = await loadCases(join(root, shipped));
  if (more === undefined) return cases;
  return [...cases, ...(await loadCases(more, new Map(cases.map(({ name }) => [name, shipped]))))];
}

function guestOf({ target, app }: Asked, image: string, { targets, apps }: TargetsFile): Guest {
  const about = { target: targets[target], app: apps[app] };
  if (!about.target || !about.app) throw new Error(`${target}/${app} is not in targets.yaml`);
  return { arm: makeArm(target, app, { cpu: "none" }), image, target: about.target, app: about.app };
}

const announcer =
  (progress: Progress, subject: string, cases: readonly CompatCase[], signal: AbortSignal) =>
  ({ name }: CompatCase, nth: number) => {
    signal.throwIfAborted();
    const next = cases.slice(nth + 1).map((one) => one.name);
    progress.step({ what: `${subject} ${name}`, next, done: nth, total: cases.length, left: null });
  };

/** The oracle's side of every case. Without all of them nothing can be compared: throws KitError. */
async function askOracle(
  oracle: Asked,
  info: SubjectInfo | undefined,
  cases: readonly CompatCase[],
  play: (asked: Asked, image: string) => Promise<Battery>,
): Promise<{ conversations: Map<string, Conversation>; seconds: number }> {
  const next = "name another one with --oracle";
  if (!info?.image)
    throw new KitError(`the oracle ${idOf(oracle)} has no image: ${reasonText(info?.failure?.lines ?? [])}`, next);
  const { played, seconds } = await play(oracle, info.image);
  const conversations = new Map<string, Conversation>();
  for (const { name } of cases) {
    const one = played.get(name) ?? { why: `${oracle.app} leaves it out` };
    if ("why" in one) throw new KitError(`the oracle ${idOf(oracle)} has no answer to ${name}: ${one.why}`, next);
    conversations.set(name, one.conversation);
  }
  return { conversations, seconds };
}

const saveSide = (directory: RunDirectory, name: string, { parts }: Conversation): Promise<string> =>
  saveBytes(directory, name, Buffer.concat(parts));

async function saveCase(
  directory: RunDirectory,
  one: CompatCase,
  oracle: ReadonlyMap<string, Conversation>,
): Promise<CompatReport["cases"][number]> {
  const { name, why, section, ends, steps } = one;
  const conversation = oracle.get(name);
  if (!conversation) throw new Error(`the oracle was not asked ${name}`);
  const sent = await saveBytes(directory, `sent/${name}`, Buffer.concat(steps.map(bytesOf)));
  const file = await saveSide(directory, `oracle/${name}`, conversation);
  const unexpected = unexpectedOf(one, conversation);
  return { name, why, section, ends, sent, oracle: sideOf(conversation, file), unexpected };
}

async function writeReport({ path }: RunDirectory, report: CompatReport): Promise<void> {
  await writeWhole(join(path, "compat.json"), `${JSON.stringify(report, null, 2)}\n`);
  await writeWhole(join(path, "compat.md"), compatMarkdown(report));
  // What makes pages is loaded where it is used.
  const { renderCompat } = await import("../report/html/compat-page.ts");
  await writeWhole(join(path, "compat.html"), renderCompat(report));
}
