import type { Tool } from "../model/tool.ts";
import type { ComparedTool, ToolWindow } from "../model/tool-comparison.ts";
import { quantile } from "../stats/quantile.ts";
import { type LoadReading, TOOLS, takeLoad } from "./load.ts";
import { awaitReady, cgroupOf } from "./process.ts";
import { type Guest, type Kit, openSandbox } from "./sandbox.ts";

export interface ToolRounds {
  kit: Kit;
  /** The server that all tools ask. */
  guest: Guest;
  tools: readonly Tool[];
  connections: number;
  seconds: number;
  rounds: number;
  saveLog(name: string, text: string): Promise<string>;
  /** Called before each window. */
  announce(tool: Tool, round: number): void;
  /** Throws when the job was interrupted. */
  check(): void;
}

/** A window that a disturbance spoilt is taken again at most this often. */
const RETRIES = 2;
const WARMUP_SECONDS = 1;

/**
 * Windows of every tool against one server, a fresh sandbox a round; even rounds ask the tools in reverse order, so that a
 * drift of the machine does not always hit the same one.
 */
export async function takeToolRounds(job: ToolRounds): Promise<Map<Tool, ToolWindow[]>> {
  const windows = new Map(job.tools.map((tool): [Tool, ToolWindow[]] => [tool, []]));
  for (let round = 1; round <= job.rounds; round++) {
    const sandbox = await openSandbox(job.kit, job.guest);
    try {
      for (const tool of round % 2 === 0 ? [...job.tools].reverse() : job.tools) {
        job.announce(tool, round);
        for (let tries = 0; tries <= RETRIES; tries++) {
          job.check();
          const { pid } = await awaitReady(sandbox.probe, job.guest, "launch");
          const cell = { route: job.guest.app.ready, connections: job.connections, tool };
          const load = { ...cell, warmup: WARMUP_SECONDS, window: job.seconds };
          const cgroup = await cgroupOf(sandbox.probe, 1);
          const taken = await takeLoad(job.kit, sandbox, job.guest, pid, cgroup, load);
          const log = await job.saveLog(`tools/round-${round}.${tries + 1}-${tool}`, taken.output);
          windows.get(tool)?.push(windowOf(taken, round, log));
          if (taken.reading.void === null) break;
        }
      }
    } finally {
      await sandbox.close();
    }
  }
  return windows;
}

function windowOf({ reading }: LoadReading, round: number, log: string): ToolWindow {
  const { values, flags, evidence } = reading;
  const value = (name: keyof typeof values) => values[name] ?? null;
  const used = evidence.generator as { userUs: number; systemUs: number } | undefined;
  const requests = value("requests");
  return {
    round,
    rps: value("rps"),
    latencyMs: {
      mean: value("latency-mean"),
      p50: value("latency-p50"),
      p90: value("latency-p90"),
      p99: value("latency-p99"),
    },
    toolUsPerRequest: used && requests ? (used.userUs + used.systemUs) / requests : null,
    toolCpu: value("generator-cpu"),
    serverCpu: value("server-cpu"),
    errors: value("errors"),
    inFlight: value("in-flight"),
    flags,
    void: reading.void,
    log,
  };
}

/** A tool's windows as one row: medians over those that count. */
export function comparedTool(
  tool: Tool,
  version: string,
  windows: ToolWindow[],
  { connections, seconds, threads, url }: { connections: number; seconds: number; threads: number; url: string },
): ComparedTool {
  const valid = windows.filter((window) => window.void === null);
  const at = (q: number, of: (window: ToolWindow) => number | null): number | null => {
    const values = valid.flatMap((window) => of(window) ?? []);
    return values.length === 0 ? null : quantile(values, q);
  };
  const median = (of: (window: ToolWindow) => number | null) => at(0.5, of);
  return {
    tool,
    version,
    meaning: TOOLS[tool].meaning,
    argv: TOOLS[tool].argv({ url, connections, seconds, keepAlive: true, threads }),
    rps: { median: median(({ rps }) => rps), low: at(0, ({ rps }) => rps), high: at(1, ({ rps }) => rps) },
    latencyMs: {
      mean: median(({ latencyMs }) => latencyMs.mean),
      p50: median(({ latencyMs }) => latencyMs.p50),
      p90: median(({ latencyMs }) => latencyMs.p90),
      p99: median(({ latencyMs }) => latencyMs.p99),
    },
    toolUsPerRequest: median((window) => window.toolUsPerRequest),
    toolCpu: median((window) => window.toolCpu),
    serverCpu: median((window) => window.serverCpu),
    windows,
  };
}
