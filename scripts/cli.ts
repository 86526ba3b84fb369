import { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { MOST_CONNECTIONS } from "./model/connections.ts";
import { EngineError } from "./model/engine.ts";
import { InputError, KitError } from "./model/errors.ts";
import { terminalText } from "./model/terminal-text.ts";

export const EXIT = { done: 0, hit: 1, input: 2, kit: 3, interrupted: 130 } as const;

export interface RunOptions {
  profile: "quick" | "article" | "thorough";
  targets: string[] | undefined;
  claims: string[] | undefined;
  sensitivity: true | string[] | undefined;
  /** All declared readings and arms, and latency over rate. */
  full: boolean;
  json: boolean;
}

export interface ImageOptions {
  base: string | undefined;
  platform: string | undefined;
  budget: string | undefined;
  budgetOf: "unpacked" | "compressed" | "unique";
  matrix: boolean;
  json: boolean;
}

export const FAIL_ON = ["regression", "contradicted"] as const;
export type FailOn = (typeof FAIL_ON)[number];

export interface CompareOptions {
  anyway: boolean;
  floor: string;
  failOn: FailOn[];
  json: boolean;
}

/** What `bench tools` measures with: connections, seconds a window, rounds. */
export interface ToolsOptions {
  connections: number;
  seconds: number;
  rounds: number;
  json: boolean;
}

/** What `bench compat` compares with, and a file with more cases. */
export interface CompatOptions {
  oracle: string;
  cases: string | undefined;
  json: boolean;
}

/** The jobs behind the commands. Each resolves to an exit code. */
export interface Commands {
  run(article: string, options: RunOptions): Promise<number>;
  plan(article: string, options: RunOptions): Promise<number>;
  list(options: { json: boolean }): Promise<number>;
  report(runs: string[], options: { json: boolean }): Promise<number>;
  compare(runs: [string, string], options: CompareOptions): Promise<number>;
  image(names: string[], options: ImageOptions): Promise<number>;
  calibrate(options: { json: boolean }): Promise<number>;
  tools(options: ToolsOptions): Promise<number>;
  compat(targets: string[], options: CompatOptions): Promise<number>;
  doctor(options: { json: boolean }): Promise<number>;
  clean(options: { force: boolean }): Promise<number>;
}

/** A list of names as given to an option. One that names nothing is refused: it would else be taken for "all". */
function names(text: string): string[] {
  const found = text.split(",").flatMap((name) => name.trim() || []);
  if (found.length > 0) return found;
  throw new InvalidArgumentError("Expected names separated by commas, found none; name one or leave the option out.");
}

/** A whole number from 1 to `most`, as given to an option. */
const wholeNumber = (most: number) => (text: string) => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`);
};

/** A platform as image indexes name it, as given to an option. */
function platform(text: string): string {
  if (/^[a-z0-9]+\/[a-z0-9]+(\/[a-z0-9.]+)?$/i.test(text)) return text;
  throw new InvalidArgumentError("Expected OS/ARCH or OS/ARCH/VARIANT, such as linux/amd64.");
}

const EXIT_HELP = `
Exit codes: 0 done, whatever the verdicts; 1 a check failed, a budget or a floor was exceeded; 2 wrong usage or input; 3 the kit or the engine failed;
130 interrupted.`;

const article = () =>
  new Argument("[article]", "slug of a file in articles/, or a path to one").default("scriptc-vs-node");

function withMeasuring(command: Command): Command {
  return command
    .addArgument(article())
    .addOption(
      new Option("--profile <name>", "how much to measure").choices(["quick", "article", "thorough"]).default("quick"),
    )
    .option("--targets <names>", "only claims measured on these targets, separated by commas", names)
    .option("--claims <ids>", "only these claims or groups, separated by commas; bench list names the groups", names)
    .option(
      "--sensitivity [names]",
      "also the declared readings and arms: all but those that publish a port, or those named, separated by commas",
      names,
    )
    .option("--full", "all declared readings and arms, and every load's latency over rate, up to its capacity", false)
    .option("--json", "machine-readable output on stdout", false);
}

/** What was typed is quoted in errors, and a terminal must not obey it. */
const OUTPUT = { writeErr: (text: string) => void process.stderr.write(terminalText(text)) };

/** The command line. `finish` takes the exit code of the job that ran. */
export function makeProgram(commands: Commands, finish: (code: number) => void): Command {
  const program = new Command("bench")
    .description("Re-runs a published benchmark in containers under equal limits and judges its claims.")
    .addHelpText("after", EXIT_HELP)
    .helpCommand(false)
    .showHelpAfterError("(bench --help lists the commands)")
    .configureOutput(OUTPUT)
    .exitOverride();
  const add = (command: Command) => {
    program.addCommand(command.exitOverride().configureOutput(OUTPUT).helpOption("-h, --help"));
  };
  add(
    withMeasuring(new Command("run").description("measure an article and judge every claim (the main job)")).action(
      async (slug: string, options: RunOptions) => finish(await commands.run(slug, options)),
    ),
  );
  add(
    withMeasuring(
      new Command("plan").description(
        "print every cell, its order, the time it takes and the deviations; runs nothing",
      ),
    ).action(async (slug: string, options: RunOptions) => finish(await commands.plan(slug, options))),
  );
  add(
    new Command("list")
      .description("the articles there are, with the groups of their claims, and the targets")
      .option("--json", "machine-readable output on stdout", false)
      .action(async (options: { json: boolean }) => finish(await commands.list(options))),
  );
  add(
    new Command("report")
      .description(
        "make the report of a run again from results/RUN, of several also results/index.html; needs no engine",
      )
      .argument("<runs...>", "names of folders in results/, or paths to them")
      .option("--json", "the report as JSON on stdout, of several a list", false)
      .action(async (runs: string[], options: { json: boolean }) => finish(await commands.report(runs, options))),
  );
  add(
    new Command("compare")
      .description("what changed from run A to run B: conditions, every figure, verdicts; needs no engine")
      .argument("<a>", "the earlier run: name of a folder in results/, or a path to one")
      .argument("<b>", "the later run")
      .option("--anyway", "also runs of unlike machine, kernel, limits, profile or article", false)
      .option("--floor <percent>", "what runs of one thing may differ by: only more is a regression", "10%")
      .addOption(
        new Option("--fail-on <what...>", "exit code 1 on a regression, or on a claim that came out contradicted")
          .choices(FAIL_ON)
          .default([]),
      )
      .option("--json", "machine-readable output on stdout", false)
      .action(async (a: string, b: string, options: CompareOptions) => finish(await commands.compare([a, b], options))),
  );
  add(
    new Command("image")
      .description("what images consist of, beside each other: sizes, layers, libraries, files that cost most")
      .argument(
        "[names...]",
        "TARGET/APP of targets.yaml, built when missing, or any image, pulled when missing; without names every runtime",
      )
      .option("--base <image>", "what images that are no subjects stand on, to tell what is theirs alone")
      .option("--platform <os/arch>", "of an image for several platforms: this one, not the engine's own", platform)
      .option("--matrix", "also every subject's program on every base, built and started there", false)
      .option("--budget <size>", "most that an image may cost, like 25MB or 24MiB: exit code 1 where it is exceeded")
      .addOption(
        new Option("--budget-of <size>", "which size the budget is for")
          .choices(["unpacked", "compressed", "unique"])
          .default("unpacked"),
      )
      .option("--json", "machine-readable output on stdout", false)
      .action(async (images: string[], options: ImageOptions) => finish(await commands.image(images, options))),
  );
  add(
    new Command("calibrate")
      .description("measure a server of known truth, and keep the instrument's error on this machine for later reports")
      .option("--json", "machine-readable output on stdout", false)
      .action(async (options: { json: boolean }) => finish(await commands.calibrate(options))),
  );
  add(
    new Command("tools")
      .description("all load tools against one server that only answers: what a change of tool does by itself")
      .option("--connections <number>", "connections each tool keeps open", wholeNumber(MOST_CONNECTIONS), 125)
      .option("--seconds <number>", "length of a window", wholeNumber(3600), 3)
      .option("--rounds <number>", "windows of each tool", wholeNumber(100), 3)
      .option("--json", "machine-readable output on stdout", false)
      .action(async (options: ToolsOptions) => finish(await commands.tools(options))),
  );
  add(
    new Command("compat")
      .description("raw HTTP conversations with every target, compared byte by byte with what an oracle answers")
      .argument("<targets...>", "targets of targets.yaml, or TARGET/APP for another program than http-parity")
      .option("--oracle <target>", "the target whose answers count", "node-24")
      .option("--cases <file>", "a file with more cases; docs/compat.md says how to write one")
      .option("--json", "machine-readable output on stdout", false)
      .action(async (targets: string[], options: CompatOptions) => finish(await commands.compat(targets, options))),
  );
  add(
    new Command("doctor")
      .description("check engine, kernel, CPUs and images, with a remedy for what is wrong")
      .option("--json", "machine-readable output on stdout", false)
      .action(async (options: { json: boolean }) => finish(await commands.doctor(options))),
  );
  add(
    new Command("clean")
      .description("remove containers, networks and volumes that runs left behind, and nothing else")
      .option("--force", "even those of a run that still measures", false)
      .action(async (options: { force: boolean }) => finish(await commands.clean(options))),
  );
  return program;
}

/** The exit code for an error, and what to tell the user; null where commander has already told it. */
export function failure(error: unknown): { code: number; text: string | null } {
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? EXIT.done : EXIT.input, text: null };
  if (error instanceof InputError) return { code: EXIT.input, text: error.message };
  if (error instanceof KitError) return { code: EXIT.kit, text: error.message };
  if (error instanceof EngineError) return { code: EXIT.kit, text: `the engine refused: ${error.message}` };
  return { code: EXIT.kit, text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
