import type { Article, Claim } from "../model/article.ts";
import type { Measure } from "../model/cell.ts";
import type { Profile } from "../model/profile.ts";
import type { Deviation, SubjectInfo } from "../model/run.ts";
import { secondsBy, type Tool } from "../model/tool.ts";
import { type CpuSplit, parseCpus } from "./cpus.ts";

export interface DeviationsInput {
  article: Article;
  /** The claims that are judged. */
  claims: readonly Claim[];
  profile: Profile;
  cpus: CpuSplit;
  memoryBytes: number;
  tool: Tool;
  /** Known once a run has begun; a plan does without. */
  architecture?: string | undefined;
  /** Name to version of each load tool, where known. */
  tools?: Readonly<Record<string, string>> | undefined;
  subjects?: readonly Pick<SubjectInfo, "id" | "base">[] | undefined;
}

export type Kind = Measure["kind"];

/** A deviation and the kinds of measure it touches; null for every claim. */
export interface Stated extends Omit<Deviation, "claims"> {
  kinds: readonly Kind[] | null;
}

const RUN: readonly Kind[] = ["cold-start", "run", "container-start", "idle-memory", "load", "open-loop", "syscalls"];
const LOAD: readonly Kind[] = ["load", "open-loop"];
const PATHS = { loopback: "loopback", published: "a port published by Docker" };
const UNSTATED = "not stated";

/** How this kit measures, wherever that is not what the article says it did. */
export function kitDeviations(input: Omit<DeviationsInput, "claims">): Stated[] {
  const { article, profile, cpus, memoryBytes, tool, tools, architecture } = input;
  const { protocol } = article;
  const threads = parseCpus(cpus.helpers).length;
  const all: (Stated | null)[] = [
    {
      id: "cpu-limits",
      what: "processors given to server and load generator",
      article: protocol.cpus ?? UNSTATED,
      here: `server on CPU ${cpus.subject} alone (cpuset, no quota), load generator and probe on CPU ${cpus.helpers}`,
      kinds: RUN,
    },
    {
      id: "memory-limit",
      what: "memory limit",
      article: UNSTATED,
      here: `${memoryBytes / 1024 / 1024} MiB of memory and swap together`,
      kinds: RUN,
    },
    {
      id: "network-path",
      what: "network between load generator and server",
      article: protocol.path === null ? UNSTATED : PATHS[protocol.path],
      here: "loopback of a network namespace that holds nothing else",
      kinds: RUN,
    },
    protocol.warmup === profile.warmup
      ? null
      : {
          id: "warm-up",
          what: "load before the measured window",
          article: protocol.warmup === null ? UNSTATED : `${protocol.warmup} s`,
          here: `${secondsBy(tool, profile.warmup)} s`,
          kinds: LOAD,
        },
    protocol.seconds === profile.window && (protocol.rounds ?? profile.rounds) === profile.rounds
      ? null
      : {
          id: "window",
          what: "length of a load test",
          article: protocol.rounds
            ? `${protocol.seconds} s in each of ${protocol.rounds} rounds`
            : `${protocol.seconds} s`,
          here: `${profile.window} s in each of ${profile.rounds} rounds`,
          kinds: LOAD,
        },
    {
      id: "trials",
      what: "starts behind a cold-start figure",
      article: `${protocol.trials} in all`,
      here: `${profile.trials * profile.rounds} in all: ${profile.trials} in each of ${profile.rounds} rounds`,
      kinds: ["cold-start", "run"],
    },
    (protocol.threads ?? threads) === threads
      ? null
      : {
          id: "load-threads",
          what: "threads of the load generator",
          article: `${protocol.threads}`,
          here: `${threads}, one for each of its CPUs`,
          kinds: LOAD,
        },
    protocol.tool === tool
      ? null
      : { id: "load-tool", what: "load generator", article: protocol.tool, here: tool, kinds: LOAD },
    {
      id: "load-tool-version",
      what: "version of the load generator",
      article: UNSTATED,
      here: tools?.[tool] ? `${tool} ${tools[tool]}` : tool,
      kinds: LOAD,
    },
    architecture === undefined || architecture === "x86_64" || architecture === "amd64"
      ? null
      : { id: "architecture", what: "processor architecture", article: "x86-64", here: architecture, kinds: null },
  ];
  return all.filter((stated) => stated !== null);
}

/** Bases that are not the official image, each with the subjects that stand on it. */
export function baseDeviations(
  subjects: readonly Pick<SubjectInfo, "id" | "base">[],
): { deviation: Omit<Deviation, "claims">; subjects: string[] }[] {
  const names = [...new Set(subjects.filter(({ base }) => isOther(base)).map(({ base }) => base.name))];
  if (names.length === 0) return [];
  const told = names.map((name) => {
    const source = subjects.find(({ base }) => base.name === name)?.base.source;
    return `${name} (${source === "user" ? "chosen by the user" : "built here from Debian packages"})`;
  });
  const deviation = {
    id: "base-image",
    what: "base image",
    article: "the official image",
    here: told.join(", "),
  };
  return [{ deviation, subjects: subjects.filter(({ base }) => isOther(base)).map(({ id }) => id) }];
}

function isOther(base: SubjectInfo["base"]): boolean {
  return base.source === "local" || base.source === "user";
}
