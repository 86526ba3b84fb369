import { textTable } from "../model/text-table.ts";
import type { ToolComparison } from "../model/tool-comparison.ts";

const HEAD = [
  ...["tool", "version", "requests/s", "from – to", "mean ms", "p50", "p90", "p99"],
  ...["tool us/request", "tool CPU", "server CPU"],
];

/** What `bench tools` prints: one server, all tools, and what their figures are figures of. */
export function toolComparisonText(comparison: ToolComparison): string {
  const { server, connections, seconds, rounds, cpus, tools, lacking } = comparison;
  const rows = tools.map(({ tool, version, rps, latencyMs, toolUsPerRequest, toolCpu, serverCpu }) => [
    ...[tool, version, rate(rps.median), `${rate(rps.low)} – ${rate(rps.high)}`],
    ...[latencyMs.mean, latencyMs.p50, latencyMs.p90, latencyMs.p99].map(milliseconds),
    ...[toolUsPerRequest === null ? "–" : toolUsPerRequest.toFixed(1), percent(toolCpu), percent(serverCpu)],
  ]);
  const spoilt = tools.flatMap(({ tool, windows }) => {
    const causes = windows.flatMap((window) => (window.void === null ? [] : [`round ${window.round}: ${window.void}`]));
    return causes.length === 0 ? [] : [`  ${tool}: ${causes.length} of ${windows.length}, ${causes.join("; ")}`];
  });
  return [
    `${server}, on CPU ${cpus.server}; tools on CPU ${cpus.tools}.`,
    `${connections} connections, ${seconds} s a window, ${rounds} rounds; medians over the windows that count.`,
    "",
    textTable(HEAD, rows, { text: [0, 1] }),
    "",
    "CPU is a share of what each may use: a tool near 100 % measures itself, not the server.",
    "",
    ...tools.flatMap(({ tool, meaning }) => [
      `${tool}: rate: ${meaning.rate}.`,
      `${" ".repeat(tool.length)}  percentiles: ${meaning.percentiles}.`,
    ]),
    ...differenceLines(comparison),
    ...(lacking.length > 0 ? ["", ...lacking.map(({ tool, why }) => `${tool} is lacking: ${why}`)] : []),
    ...(spoilt.length > 0 ? ["", "Windows that do not count:", ...spoilt] : []),
    "",
  ].join("\n");
}

/** What a change of tool does by itself: every tool against the one with the highest rate. */
function differenceLines({ tools }: ToolComparison): string[] {
  const known = tools.flatMap(({ tool, rps }) => (rps.median === null ? [] : [{ tool, rps: rps.median }]));
  const [first, ...others] = known.sort((a, b) => b.rps - a.rps);
  if (!first || others.length === 0) return [];
  const told = others.map(({ tool, rps }) => `${tool} ${(rps / first.rps).toFixed(2)}`);
  return ["", `With ${first.tool} as 1, the same server gets a rate of ${told.join(", ")}.`];
}

const rate = (value: number | null): string => (value === null ? "–" : Math.round(value).toLocaleString("en-US"));
const milliseconds = (value: number | null): string => (value === null ? "–" : value.toFixed(3));
const percent = (share: number | null): string => (share === null ? "–" : `${(share * 100).toFixed(0)} %`);
