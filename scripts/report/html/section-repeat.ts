import type { Arm } from "../../model/cell.ts";
import type { Run } from "../../model/run.ts";
import { warmupText } from "../../model/tool.ts";
import { askedClaims } from "../asked-claims.ts";
import type { Report } from "../schema.ts";
import type { Evidence } from "./evidence.ts";
import { commandOf, shellText } from "./hand-commands.ts";
import { html, type Markup, type Part } from "./markup.ts";
import { cellNames } from "./measure-group.ts";
import type { Section } from "./section.ts";
import { table } from "./table.ts";

/** How to repeat all of it, a group of claims, or one number by hand. */
export function repeatSection(report: Report, { run, groups }: Evidence): Section {
  const loads = groups.flatMap(({ cells }) => {
    const names = cellNames(cells);
    return cells.flatMap((cell, nth) => {
      const [first] = cell.counted;
      const argv = first === undefined ? null : commandOf(first);
      if (first === undefined || argv === null) return [];
      return [{ name: names[nth] ?? cell.arm, measure: cell.measure, arm: cell.arm, argv }];
    });
  });
  const published = new Set(run.plan.arms.filter(({ path }) => path === "published").map(({ id }) => id));
  const inSandbox = loads.find(({ arm }) => !published.has(arm));
  const rows = loads.map(({ name, measure, argv }) => [name, measure, html`<code>${shellText(argv)}</code>`]);
  const columns = ["arm", "load", "command, exactly as it ran"].map((head) => ({ head }));
  return {
    id: "repeat",
    title: "Repeat it",
    body: html`<p>${report.scope}</p>
<h3>The whole run, and this report</h3>
${commands(report.repeat)}
<h3>One group of claims</h3>
${commands(groupCommands(report))}
<h3>One number by hand</h3>
<p>Every sample of a cell, from the raw records:</p>
${commands([sampleCommand(report)])}
${handPart(run, inSandbox?.arm ?? null, inSandbox?.argv ?? null)}
${rows.length === 0 ? null : html`<p>The load commands, each within the sandbox (for a published path on the engine's host, to a port that is another in every sandbox) and after a warm-up of ${warmupText(run.plan.profile.warmup, Object.keys(run.tools))} that is the same but for its length:</p>${table("Load commands", columns, rows)}`}`,
  };
}

const commands = (lines: readonly string[]): Markup =>
  html`<pre tabindex="0" aria-label="commands">${lines.map((line) => html`${line}\n`)}</pre>`;

function groupCommands(report: Report): string[] {
  const groups = [...new Set(askedClaims(report).map(({ group }) => group))];
  return groups.map(
    (group) =>
      `docker compose run --rm bench run ${report.article.slug} --profile ${report.profile.name} --claims ${group}`,
  );
}

function sampleCommand({ run, summaries }: Report): string {
  const cell = summaries.find(({ phase }) => phase === "rounds") ?? summaries[0];
  const id = cell === undefined ? "CELL" : `${cell.arm} ${cell.measure}`;
  const filter = `select(.kind == "sample" and .cell == ${JSON.stringify(id)} and .phase == "${cell?.phase ?? "rounds"}" and .void == null) | [.round, .trial, .values[${JSON.stringify(cell?.metric ?? "METRIC")}]] | @tsv`;
  return shellText(["jq", "-r", filter, `results/${run}/records.jsonl`]);
}

/** A subject and its load in a sandbox like that of the run; only where a load told the port. */
function handPart({ plan, subjects }: Run, armId: string | null, argv: readonly string[] | null): Part {
  const arm = plan.arms.find(({ id }) => id === armId);
  const subject = subjects.find(({ target, app }) => target === arm?.target && app === arm?.app);
  const port = /^http:\/\/127\.0\.0\.1:(\d+)\//.exec(argv?.at(-1) ?? "")?.[1];
  if (arm === undefined || subject?.image == null || port === undefined || argv === null) return null;
  const [tool = "", ...options] = argv;
  const beside = ["docker", "run", "--rm", "--network", "container:subject", "--cpuset-cpus", plan.cpus.helpers];
  const load = [...beside, "--ulimit", "nofile=16384:16384", "--entrypoint", tool, "localhost/rematch/load"];
  const once = tool === "oha" ? [shellText([...load, "--no-tui", "-n", "1", "-c", "1", argv.at(-1) ?? ""])] : [];
  const image = ["docker", "image", "inspect", "--format", "{{.Id}}", subject.image];
  return html`<p>A subject under the limits of this run, with no network but its own loopback; one exchange; its idle memory as the kernel of the engine's host tells it; then the load, from beside it. The image is the one measured if its id is <code>${subject.digest ?? ""}</code>. Here the subject is started by the engine and not by the kit's launcher, so cold starts are not taken this way.</p>
${commands([
  shellText(image),
  shellText(subjectCommand(plan, arm, subject.image, port)),
  ...once,
  `sleep ${plan.profile.idle}; grep -E '^Vm(RSS|Size)' /proc/$(docker inspect --format '{{.State.Pid}}' subject)/status`,
  shellText([...load, ...options]),
  "docker rm --force subject",
])}`;
}

function subjectCommand(plan: Run["plan"], arm: Arm, image: string, port: string): string[] {
  const memory = String(plan.memoryBytes);
  const cpu = { cpuset: ["--cpuset-cpus", plan.cpus.subject], quota: ["--cpus", "1"], none: [] }[arm.cpu];
  return [
    ...["docker", "run", "--rm", "--detach", "--name", "subject", "--network", "none", ...cpu],
    ...["--memory", memory, "--memory-swap", memory, "--pids-limit", String(plan.pids), "--read-only"],
    ...["--tmpfs", "/tmp:size=64m", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...["--user", "65532:65532", "--ulimit", "nofile=16384:16384", "--env", `PORT=${port}`],
    ...Object.entries(arm.env).flatMap(([name, value]) => ["--env", `${name}=${value}`]),
    image,
  ];
}
