import { join, relative } from "node:path";
import { EXIT, type ToolsOptions } from "../cli.ts";
import { resolveBases } from "../images/bases.ts";
import { withChoices } from "../images/choices.ts";
import { buildFixture, buildHelpers } from "../images/images.ts";
import { type Anchor, EngineBusy, removeRun, takeEngine } from "../measure/anchor.ts";
import { fixtureGuest } from "../measure/calibration/fixture.ts";
import { readHost } from "../measure/host.ts";
import { comparedTool, takeToolRounds } from "../measure/tool-windows.ts";
import { forTerminal } from "../model/progress.ts";
import type { Tool } from "../model/tool.ts";
import { toolSchema } from "../model/tool.ts";
import type { ToolComparison } from "../model/tool-comparison.ts";
import { parseCpus, splitCpus } from "../plan/cpus.ts";
import { MEMORY_BYTES, PIDS } from "../plan/plan.ts";
import { makeProgress } from "../progress.ts";
import { saveLog } from "../records/log-file.ts";
import { handOver } from "../records/ownership.ts";
import { runDirectory } from "../records/run-directory.ts";
import { toolComparisonText } from "../report/tool-comparison-text.ts";
import { busy, type Kit } from "./kit.ts";
import { bootId, holdLost, stayOn } from "./runner.ts";

const SERVER = "A C server that answers 15 bytes at once";

/**
 * `bench tools`: every load tool against one server that does nothing but answer, in one go, so that what a change of tool
 * does by itself can be told from what a change of server does. Raw outputs lie beside the runs.
 */
export async function toolsCommand(kit: Kit, options: ToolsOptions, interrupt: AbortSignal): Promise<number> {
  const { connections, seconds, rounds } = options;
  const engine = await kit.freeEngine();
  const progress = forTerminal(makeProgress(process.stderr));
  const run = `tools-${process.pid}`;
  const lost = new AbortController();
  const signal = AbortSignal.any([interrupt, lost.signal]);
  let anchor: Anchor | null = null;
  const place = runDirectory(kit.results, ".cache");
  const keepLog = async (name: string, text: string) =>
    relative(process.cwd(), join(place.path, await saveLog(place, name, text)));
  const bases = resolveBases(withChoices(kit.root, process.env));
  const builder = {
    ...{ root: kit.root, bases, engine, progress, signal, saveLog: keepLog, cache: place.path },
  };
  // Removing the containers ends whatever is being waited for in them.
  signal.addEventListener("abort", () => void removeRun(engine, run).catch(() => {}));
  try {
    progress.phase("images");
    const helpers = await buildHelpers(builder, toolSchema.options);
    const image = await buildFixture(builder);
    anchor = await takeEngine(engine, run, helpers.image, `rematch-${run}`);
    void anchor.ended.then(() => lost.abort(holdLost(run, "call bench tools again")));
    const host = await readHost(anchor.probe, helpers.architecture);
    const cpus = splitCpus(Object.keys(host.siblings).map(Number), host.siblings);
    await stayOn(cpus.helpers, progress);
    const tools = toolSchema.options.filter((tool) => helpers.tools[tool] !== undefined);
    progress.phase("rounds");
    const total = tools.length * rounds;
    let done = 0;
    const guest = fixtureGuest(image, "fixture", []);
    const windows = await takeToolRounds({
      ...{ guest, tools, connections, seconds, rounds, saveLog: keepLog },
      kit: {
        ...{ engine, run, probeImage: helpers.image, volume: `rematch-${run}`, cpus },
        ...{ memoryBytes: MEMORY_BYTES, pids: PIDS, sameKernel: host.bootId === bootId() },
      },
      announce: (tool, round) => {
        progress.step({ what: `round ${round} ${tool}`, next: [], done: done++, total, left: null });
      },
      check: () => signal.throwIfAborted(),
    });
    progress.end();
    const threads = parseCpus(cpus.helpers).length;
    const url = `http://127.0.0.1:${guest.app.port}/`;
    const lacking = (tool: Tool) => ({ tool, why: helpers.lacking ?? "it is not in the image" });
    const comparison: ToolComparison = {
      ...{ schema: 1, server: SERVER, connections, seconds, rounds },
      cpus: { server: cpus.subject, tools: cpus.helpers },
      tools: tools.map((tool) =>
        comparedTool(tool, helpers.tools[tool] ?? "unknown", windows.get(tool) ?? [], {
          ...{ connections, seconds, threads, url },
        }),
      ),
      lacking: toolSchema.options.filter((tool) => !tools.includes(tool)).map(lacking),
    };
    if (options.json) kit.printJson(comparison);
    else kit.print(toolComparisonText(comparison));
    return EXIT.done;
  } catch (error) {
    if (interrupt.aborted) return EXIT.interrupted;
    if (lost.signal.aborted) throw lost.signal.reason;
    throw error instanceof EngineBusy ? busy(error.run) : error;
  } finally {
    progress.end();
    anchor?.probe.close();
    await removeRun(engine, run).catch((error: Error) => progress.note(`not everything was removed: ${error.message}`));
    await handOver(kit.results, place.path).catch(() => {});
  }
}
