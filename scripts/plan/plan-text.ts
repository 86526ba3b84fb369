import type { Article } from "../model/article.ts";
import { type Cell, measureId } from "../model/cell.ts";
import type { Plan } from "../model/run.ts";
import { LIGHTEST_TOOL, warmupText } from "../model/tool.ts";
import { onceCells, roundOrder } from "./order.ts";
import { publishesPort } from "./selection.ts";
import { leftOut, usesOf } from "./uses.ts";

/** What `bench plan` prints: every cell with the claims it serves, the order, the time and the deviations. */
export function planText(article: Article, plan: Plan): string {
  return [
    ...headLines(article, plan),
    "",
    ...cellLines(article, plan),
    "",
    ...leftOutLines(article, plan),
    ...curveLines(plan),
    ...deviationLines(article, plan),
    "",
    timeLine(plan),
    "",
  ].join("\n");
}

function timeLine(plan: Plan): string {
  const isLighterNext = plan.cells.some(({ measure }) => measure.kind === "load" && measure.tool !== LIGHTEST_TOOL);
  const more = isLighterNext ? "; more where the lighter load tool has to join in" : "";
  return `Time: about ${durationText(plan.seconds)} of measuring, images already built${more}.`;
}

/** What `bench plan --json` prints. */
export function planJson(plan: Plan): { schema: 1; cells: Cell[]; deviations: Plan["deviations"]; seconds: number } {
  return { schema: 1, cells: plan.cells, deviations: plan.deviations, seconds: plan.seconds };
}

/** Seconds as a reader says them: "45 s", "5 min 6 s", "1 h 20 min". */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

function headLines(article: Article, plan: Plan): string[] {
  const { profile } = plan;
  const tools = plan.cells.flatMap(({ measure }) => (measure.kind === "load" ? [measure.tool] : []));
  const stamp = profile.stamp ? ` (${profile.stamp})` : "";
  return [
    `Plan for ${article.slug}: ${article.title}`,
    `Profile ${profile.name}${stamp}: ${profile.rounds} rounds; load ${warmupText(profile.warmup, tools)} warm-up and ${profile.window} s window;` +
      ` ${profile.trials} cold starts a round; idle memory after ${profile.idle} s.`,
    `Server on CPU ${plan.cpus.subject}, load generator and probe on CPU ${plan.cpus.helpers};` +
      ` ${plan.memoryBytes / 1024 / 1024} MiB, ${plan.pids} processes. Nothing is run now.`,
    `${plan.claims.length} of ${article.claims.length} claims. Images: ${plan.subjects.map(({ id }) => id).join(", ")}`,
  ];
}

function cellLines(article: Article, plan: Plan): string[] {
  const uses = usesOf(article, plan);
  const beside = (cell: Cell): string =>
    cell.measure.kind === "container-start" ? "beside every cold start" : "explains the loads";
  const usesText = (cell: Cell): string => (uses.get(cell.id) ?? []).join(", ") || beside(cell);
  const once = onceCells(plan);
  const rounds = roundOrder(plan, 1).flatMap(({ arm, cells }) => [
    `  ${arm}`,
    ...cells.map((cell) => `    ${measureId(cell.measure).padEnd(24)} ${usesText(cell)}`),
  ]);
  const visits = (round: number): string =>
    roundOrder(plan, round)
      .map(({ arm }) => arm)
      .join(", ");
  return [
    "In every round, each subject in a fresh sandbox, in this order; even rounds reverse subjects and loads:",
    ...rounds,
    `  Odd rounds: ${visits(1) || "nothing"}`,
    `  Even rounds: ${visits(2) || "nothing"}`,
    "Once:",
    ...(once.length === 0 ? ["    nothing"] : []),
    ...once.map((cell) => `    ${cell.id.padEnd(44)} ${usesText(cell)}`),
  ];
}

function curveLines({ curve }: Plan): string[] {
  if (curve.length === 0) return [];
  const shares = curve.map((share) => Math.round(share * 100)).join(", ");
  return [`Beside every load: latency at ${shares} % of the rate that the pilot finds, as an open loop by oha.`, ""];
}

function leftOutLines(article: Article, plan: Plan): string[] {
  const names = [...leftOut(article, plan)];
  const publishes = ([name]: (typeof names)[number]): boolean => publishesPort(article, name);
  const [byName, others] = [names.filter(publishes), names.filter((one) => !publishes(one))];
  const lines = (some: typeof names): string[] =>
    some.map(([name, claims]) => {
      return `  ${name.padEnd(24)} ${article.variations[name]?.what ?? ""} (${claims.join(", ")})`;
    });
  const named = byName.map(([name]) => name).join(",");
  return [
    ...(others.length === 0 ? [] : ["Declared and not measured in this plan (--sensitivity measures them):"]),
    ...lines(others),
    ...(byName.length === 0 ? [] : [`Publishing a port, so only by name (--sensitivity=${named} measures them):`]),
    ...lines(byName),
    ...(names.length === 0 ? [] : [""]),
  ];
}

function deviationLines(article: Article, plan: Plan): string[] {
  const lines = plan.deviations.map(({ id, what, article: said, here, claims }) => {
    const touched = claims.length === 0 ? "all claims" : groupsText(article, plan, claims);
    return `  ${id.padEnd(24)} ${what}: ${said} → ${here} [${touched}]`;
  });
  return ["Deviations from the article:", ...lines];
}

/** Claims by group where a whole group is touched, one by one where not. */
function groupsText(article: Article, plan: Plan, claims: readonly string[]): string {
  const parts = Object.keys(article.groups).flatMap((group) => {
    const inPlan = article.claims.filter((claim) => claim.group === group && plan.claims.includes(claim.id));
    const touched = inPlan.filter(({ id }) => claims.includes(id));
    if (touched.length === 0) return [];
    return touched.length === inPlan.length ? [group] : touched.map(({ id }) => id);
  });
  return parts.join(", ");
}
