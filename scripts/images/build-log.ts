/** One step of a build as BuildKit's plain log tells it. */
export interface BuildStep {
  /** `[build 3/3] RUN …`, as far as the log has said. */
  name: string;
  /** Stage of the Dockerfile; "internal" for BuildKit's own steps, "" where none is named. */
  stage: string;
  /** What the step's command printed, without times and colours. */
  output: string[];
  /** What BuildKit says of its failure; null if it did not fail. */
  error: string | null;
}

export interface BuildLog {
  /** In the order in which they begin. */
  steps: BuildStep[];
  /** `Dockerfile.node:3: RUNN …`: the lines of the Dockerfile at which BuildKit points. */
  marked: string[];
  /** Text of the last `ERROR:`, BuildKit's own summary; null for a build that succeeded. */
  error: string | null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is removed
const COLOURS = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** Reads a log of `docker buildx build --progress=plain`. Lines of a step may be interleaved with those of others. */
export function readBuildLog(text: string): BuildLog {
  const steps = new Map<string, BuildStep>();
  let error: string | null = null;
  let dockerfile = "";
  const marked: string[] = [];
  for (const raw of text.split("\n")) {
    const line = raw.replaceAll(COLOURS, "").trimEnd();
    const [, number, rest = ""] = line.match(/^#(\d+) (.*)$/) ?? [];
    if (number !== undefined) readStepLine(steps, number, rest);
    else if (line.startsWith("ERROR: ")) error = line.slice("ERROR: ".length);
    else if (/^[^\s:]+:\d+$/.test(line)) dockerfile = line.slice(0, line.lastIndexOf(":"));
    else {
      const [, at, pointed] = line.match(/^ *(\d+) \| >>> (.*)$/) ?? [];
      if (pointed !== undefined) marked.push(`${dockerfile}:${at}: ${pointed}`);
    }
  }
  return { steps: [...steps.values()], marked, error };
}

function readStepLine(steps: Map<string, BuildStep>, number: string, rest: string): void {
  const step = steps.get(number) ?? { name: "", stage: "", output: [], error: null };
  steps.set(number, step);
  const [, printed] = rest.match(/^\d+\.\d+ ?(.*)$/) ?? [];
  if (printed !== undefined) step.output.push(printed);
  else if (rest.startsWith("ERROR: ")) step.error = rest.slice("ERROR: ".length);
  else if (step.name === "" && rest.startsWith("[")) {
    step.name = rest;
    // A build of one stage alone has no names, only numbers of steps.
    step.stage = rest.match(/^\[(?:linux\/\S+ )?(?!\d+\/\d+\])([^\s\]]+)/)?.[1] ?? "";
  }
}
