import { secondsBy, type Tool } from "../model/tool.ts";
import { bombardier } from "./bombardier.ts";
import type { CgroupFiles } from "./cgroup.ts";
import { contractBreaches, parseResponse, requestOf } from "./contract.ts";
import { cpuFiles } from "./cpu-time.ts";
import { type Disturbance, disturbance, disturbanceVoid } from "./disturbance.ts";
import { gate, gateVoid } from "./gate.ts";
import { readMemory } from "./idle-memory.ts";
import { loadFlags } from "./load-flags.ts";
import type { LoadRequest, LoadResult, LoadTool } from "./load-tool.ts";
import { perRequest, rates, ratesAtRate, share, supportedPercentiles, usage } from "./load-values.ts";
import { NETWORK_FILES, networkUse } from "./network.ts";
import { oha } from "./oha.ts";
import { type Probe, ProbeRefusal, type ToolRun } from "./probe.ts";
import { cpuJiffies, cpuList } from "./proc.ts";
import { measured, type Reading } from "./reading.ts";
import { contractFor, type Guest, type Kit, type Sandbox } from "./sandbox.ts";
import { wrk } from "./wrk.ts";

export const TOOLS: Record<Tool, LoadTool> = { oha, wrk, bombardier };

const EXCHANGE_LIMIT_MS = 5000;

export interface LoadCell {
  route: string;
  connections: number;
  tool: Tool;
  /** Requests a second of an open loop; absent for a closed one. */
  rate?: number;
  warmup: number;
  window: number;
}

/** A reading, and the tool's own output to be kept whole. */
export interface LoadReading {
  reading: Reading;
  output: string;
}

/**
 * One load window on one route: contract, warm-up, counters, tool, counters, contract. The runner only waits from the
 * start of the tool to the last counters: those commands are sent ahead.
 */
export async function takeLoad(
  kit: Kit,
  sandbox: Sandbox,
  guest: Guest,
  pid: number,
  cgroup: CgroupFiles,
  cell: LoadCell,
): Promise<LoadReading> {
  const { probe, load } = sandbox;
  if (load === null) throw new Error(`${guest.arm.id} listens nowhere`);
  const contract = contractFor(guest, cell.route);
  const { from, host, port } = load;
  const tool = TOOLS[cell.tool];
  const threads = cpuList(kit.cpus.helpers).length;
  const request = (seconds: number): LoadRequest => ({
    url: `http://${host}:${port}${contract.path}`,
    connections: cell.connections,
    seconds,
    keepAlive: guest.arm.keepAlive,
    threads,
    ...(cell.rate === undefined ? {} : { rate: cell.rate }),
  });
  const exchange = async () => {
    try {
      const raw = await from.http(host, port, requestOf(contract, port), EXCHANGE_LIMIT_MS);
      return { raw, breaches: contractBreaches(contract, raw) };
    } catch (error) {
      if (!(error instanceof ProbeRefusal)) throw error;
      return { raw: "", breaches: [`no answer: ${error.reason}`] };
    }
  };

  const first = await exchange();
  const warmup = cell.warmup > 0 ? await runTool(from, tool, request(secondsBy(cell.tool, cell.warmup))) : null;
  const passed = await gate(probe, cgroup);
  if (!passed.quiet && first.breaches.length === 0) {
    // On a busy host a window would only add to the load and be void: the try is recorded, and the next one waits anew.
    const reason = gateVoid(passed);
    const evidence = { gate: passed, breaches: [] };
    return { reading: { trial: 1, window: 0, values: {}, flags: [], void: reason, evidence }, output: "" };
  }
  const paths = [...cpuFiles(cgroup), "/proc/stat", ...NETWORK_FILES];
  const { before, run, after } = await timedRun(probe, from, tool, request(secondsBy(cell.tool, cell.window)), paths);
  const memory = await readMemory(probe, pid);
  const last = await exchange();
  const output = `${run.stdout}${run.stderr}`;
  const result = run.status === 0 ? parsed(tool, run.stdout) : null;

  const used = usage(cgroup, before, after);
  const seconds = (run.endNs - run.startNs) / 1e9;
  const generatorUs = run.userUs + run.systemUs;
  const disturbed: Disturbance = disturbance({
    before: cpuJiffies(before.files.get("/proc/stat")?.text ?? ""),
    after: cpuJiffies(after.files.get("/proc/stat")?.text ?? ""),
    seconds: (after.before - before.after) / 1e9,
    cpus: { subject: sandbox.limits.cpus, helpers: kit.cpus.helpers },
    subjectUs: used.totalUs ?? 0,
    helpersUs: generatorUs,
  });
  const shares = {
    server: used.totalUs === null ? null : used.totalUs / 1e6 / seconds,
    generator: generatorUs / 1e6 / seconds / tool.cpus(request(cell.window)),
  };
  const breaches = [...first.breaches, ...last.breaches];
  // Where the server no longer answers, it is the one that failed, and that is a result.
  const toolFailure = last.breaches.length > 0 ? null : failureOf(tool, warmup, run, result);
  const { path } = guest.arm;
  const network = networkUse(before, after, path);
  const open = result && cell.rate !== undefined ? ratesAtRate(result, cell.rate, cell.window) : null;
  const reading: Reading = {
    trial: 1,
    window: seconds,
    values: result
      ? measured({
          ...(open ?? rates(result)),
          ...perRequest(used, result.requests),
          "server-cpu": shares.server,
          "generator-cpu": shares.generator,
          "bytes-per-response": share(network.bytes, result.requests),
          "packets-per-response": share(network.packets, result.requests),
          "rss-loaded": memory.rss,
        })
      : {},
    flags: result
      ? loadFlags({
          result,
          connections: cell.connections,
          answered: open?.["answered@rate"] ?? null,
          serverShare: shares.server,
          generatorShare: shares.generator,
          throttled: used.throttled,
          network,
          breaches,
          path,
        })
      : breaches.length > 0
        ? ["contract-failed"]
        : [],
    // No disturbance makes a server break its contract: that stays a result.
    void: toolFailure ?? (breaches.length > 0 ? null : (gateVoid(passed) ?? disturbanceVoid(disturbed, path))),
    evidence: {
      gate: passed,
      disturbance: disturbed,
      subjectCpu: used,
      generator: {
        status: run.status,
        userUs: run.userUs,
        systemUs: run.systemUs,
        argv: tool.argv(request(secondsBy(cell.tool, cell.window))),
      },
      network,
      percentilesMs: result ? supportedPercentiles(tool.percentilesMs(run.stdout), result.requests) : {},
      errors: result?.errors ?? {},
      responseBytes: parseResponse(first.raw)?.bytes ?? null,
      breaches,
    },
  };
  return { reading, output };
}

/** Why what a tool did cannot be used though the server keeps its contract; null where it can. */
function failureOf(tool: LoadTool, warmup: ToolRun | null, run: ToolRun, result: LoadResult | null): string | null {
  const said = ({ status, stdout, stderr }: ToolRun) => `status ${status}: ${(stderr || stdout).trim().slice(0, 200)}`;
  if (result === null) return `${tool.name} ended with no result and ${said(run)}`;
  return warmup && warmup.status !== 0 ? `the warm-up by ${tool.name} ended with ${said(warmup)}` : null;
}

/** The tool's result; null where its output is not what it should be. The output itself is kept either way. */
function parsed(tool: LoadTool, stdout: string): LoadResult | null {
  try {
    return tool.parse(stdout);
  } catch {
    return null;
  }
}

async function runTool(probe: Probe, tool: LoadTool, request: LoadRequest): Promise<ToolRun> {
  const pid = await probe.spawn(tool.argv(request));
  return probe.reap(pid, { limitMs: toolLimit(request) });
}

/** A tool that has not ended long after its own deadline is killed. */
const toolLimit = (request: LoadRequest) => request.seconds * 1000 + 20_000;

/** One process reads the counters around the tool it runs; where the tool runs elsewhere, each has to wait for the other. */
async function timedRun(probe: Probe, from: Probe, tool: LoadTool, request: LoadRequest, paths: string[]) {
  const reaped = (pid: number) => from.reap(pid, { limitMs: toolLimit(request) });
  if (from !== probe) {
    const before = await probe.read(...paths);
    const run = await reaped(await from.spawn(tool.argv(request)));
    return { before, run, after: await probe.read(...paths) };
  }
  const before = probe.read(...paths);
  const pid = await probe.spawn(tool.argv(request));
  const [run, after] = await Promise.all([reaped(pid), probe.read(...paths)]);
  return { before: await before, run, after };
}
