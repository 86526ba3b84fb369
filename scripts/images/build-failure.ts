import { type BuildLog, type BuildStep, readBuildLog } from "./build-log.ts";
import { decisiveLines, hasDiagnostics } from "./decisive-lines.ts";

/** Why there is no image. `unavailable`: nothing was found out about the program, only that it could not be tried. */
export interface BuildFailure {
  status: "build-failed" | "unavailable";
  tool: string;
  exitCode: number | null;
  /** For `unavailable` the first line is the reason in plain words. */
  lines: string[];
}

/** The stage of every Dockerfile in which the program measured is compiled, and nothing else. */
const COMPILE_STAGE = "build";

const UNREACHABLE =
  /Temporary failure (in name resolution|resolving)|Could not resolve|getaddrinfo|EAI_AGAIN|ENOTFOUND|ETIMEDOUT|ECONNREFUSED|ECONNRESET|SELF_SIGNED_CERT|SSL certificate problem|Could not connect to|Unable to connect to|unable to access 'http|spurious network error|Failed to fetch http|[Cc]onnection timed out|i\/o timeout|Network is unreachable/;
const NO_SUCH_PACKAGE = /\bETARGET\b|npm (?:ERR!|error) code E404|Unable to locate package|could not find `/;

/**
 * Reads from a failed build's log what its failure means.
 *
 * Only a command that fails in the stage `build` is a result of the compilation; a base, a package or a compiler that
 * cannot be had, a kill, a full disk or a foreign architecture never is.
 *
 * @param compiler name of the tool that compiles in this family, such as "scriptc"
 */
export function readBuildFailure(text: string, compiler: string): BuildFailure {
  const log = readBuildLog(text);
  const failed = log.steps.find(({ error }) => error !== null);
  const exitCode = Number(failed?.error?.match(/exit code: (\d+)/)?.[1] ?? Number.NaN);
  if (!failed || Number.isNaN(exitCode)) return unavailable(...withoutCommand(log, failed));
  const lines = decisiveLines(failed.output);
  const tool = failed.stage === COMPILE_STAGE ? compiler : toolOf(failed);
  const hindrance = hindranceOf(failed, exitCode, tool);
  if (hindrance !== null) return { status: "unavailable", tool, exitCode, lines: [hindrance, ...lines] };
  return { status: "build-failed", tool, exitCode, lines };
}

/** A failure on one line: why there is no image, and the first of the tool's own words on it. */
export function reasonText([reason = "no reason", said = ""]: readonly string[]): string {
  return said === "" || reason.includes(said) ? reason : `${reason.replace(/:$/, "")}: ${said}`;
}

/** Something that kept the compiler from judging the program; null where it did judge. */
function hindranceOf({ stage, output }: BuildStep, exitCode: number, tool: string): string | null {
  if (exitCode === 137 || exitCode === 143) return `${tool} was killed (exit code ${exitCode}): too little memory?`;
  const find = (pattern: RegExp) => output.find((line) => pattern.test(line))?.trim();
  if (find(/No space left on device/)) return "no space is left on the engine's disk";
  if (find(/[Ee]xec format error/)) return "a program in the build is for another processor architecture";
  if (stage === COMPILE_STAGE && hasDiagnostics(output)) return null;
  const package_ = find(NO_SUCH_PACKAGE);
  const network = find(UNREACHABLE);
  if (network) return `${tool} cannot reach ${tool === "git" ? "the source" : "its packages"}: ${network}`;
  if (package_) return `${tool} finds no such package: ${package_}`;
  if (stage !== COMPILE_STAGE)
    return `${stage ? `the stage ${stage}` : "a step"} failed: ${tool}, exit code ${exitCode}`;
  return exitCode === 126 || exitCode === 127 ? `${tool} cannot be started in the build (exit code ${exitCode})` : null;
}

/** What cannot be reached or is missing when no command of the Dockerfile has failed: tool, and lines. */
function withoutCommand(log: BuildLog, failed: BuildStep | undefined): [string, string[]] {
  const error = failed?.error ?? log.error ?? "the build ended without a word";
  const image = `${failed?.name ?? ""}`.match(/load metadata for (?:\S+\/library\/)?(\S+)/)?.[1];
  const pulled = failed?.name.match(/^\[[^\]]*\] FROM (\S+?)(?:@\S+)?$/)?.[1];
  if (image ?? pulled) return ["registry", [`the image ${image ?? pulled} cannot be had: ${causeOf(error)}`, error]];
  const dockerfile = error.match(/failed to read dockerfile: open (\S+): no such file/)?.[1];
  if (dockerfile) return ["docker", [`${dockerfile} is missing`]];
  const stage = error.match(/target stage "?([^"\s]+)"? could not be found/)?.[1];
  if (stage) return ["docker", [`the Dockerfile has no stage "${stage}"`]];
  const file = error.match(/"\/?([^"]+)": not found/)?.[1];
  if (file) return ["docker", [`${file} is missing in the checkout`]];
  return ["docker", [`the engine could not build: ${error.replace(/^failed to solve: /, "")}`, ...log.marked]];
}

/** The end of a chain of causes, in words for the frequent ones. */
export function causeOf(error: string): string {
  if (/no such host|Temporary failure/.test(error)) return "the registry's name cannot be resolved";
  if (/connection refused/.test(error)) return "no registry answers";
  if (/i\/o timeout|deadline exceeded|timed out/.test(error)) return "the registry does not answer in time";
  if (/not found|does not exist|pull access denied|manifest unknown/.test(error))
    return "the registry has no such image";
  if (/toomanyrequests/.test(error)) return "the registry's rate limit is reached";
  return error.split(": ").slice(-2).join(": ");
}

/** The program that fetches things in a step, from its command and what it printed. */
function toolOf({ name, output }: BuildStep): string {
  if (output.some((line) => /npm (ERR!|error)/.test(line))) return "npm";
  if (output.some((line) => /^(E|Err):|apt/.test(line)) && name.includes("apt-get")) return "apt-get";
  if (name.includes("fetch-source")) return "git";
  const known = ["npm", "cargo", "git", "curl", "wget", "go", "apt-get"];
  return known.find((tool) => new RegExp(`\\b${tool} `).test(name)) ?? "docker";
}

function unavailable(tool: string, lines: string[]): BuildFailure {
  return { status: "unavailable", tool, exitCode: null, lines };
}
