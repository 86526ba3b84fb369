import type { Channel } from "../model/engine.ts";

/** The helper inside the sandbox has gone or broke its protocol. Not the subject's doing. */
export class ProbeError extends Error {
  override name = "ProbeError";
}

/** A command that the probe could not carry out, such as an exec that failed; `errno` as the kernel gave it. */
export class ProbeRefusal extends Error {
  override name = "ProbeRefusal";
  /** What failed and the kernel's words for it, such as "exchange: Connection refused". */
  readonly reason: string;
  readonly errno: number;
  constructor(reason: string, errno: number, command: string) {
    super(`${reason} (probe command: ${command})`);
    this.reason = reason;
    this.errno = errno;
  }
}

/** A file as read inside the sandbox: its text, or the errno for which there is none. */
export interface FileRead {
  path: string;
  text: string | null;
  errno: number | null;
}

export interface FilesRead {
  /** CLOCK_MONOTONIC around the reading, in nanoseconds. */
  before: number;
  after: number;
  files: Map<string, FileRead>;
}

export interface ToolRun {
  status: number;
  startNs: number;
  endNs: number;
  userUs: number;
  systemUs: number;
  timedOut: boolean;
  stdout: string;
  stderr: string;
}

/** A word of the protocol that stands for any text: an empty one is padding alone, since words are told by their gaps. */
export const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64") || "=";
const fromBase64 = (text: string): string => Buffer.from(text, "base64").toString("utf8");

/** Reads the files of a probe's answer. */
export function decodeFiles(files: { path: string; data?: string; errno?: number }[]): Map<string, FileRead> {
  return new Map(
    files.map(({ path, data, errno }) => [
      path,
      { path, text: data === undefined ? null : fromBase64(data), errno: errno ?? null },
    ]),
  );
}

/** Client of docker/probe/probe.c: one command a line, one JSON line back, in order. */
export class Probe {
  readonly #channel: Channel;
  #last: Promise<unknown> = Promise.resolve();

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  /** Sends a command now and resolves with its answer; commands may be sent before earlier answers came. */
  ask<T>(...words: (string | number)[]): Promise<T> {
    const line = words.join(" ");
    this.#channel.write(line);
    const answer = this.#last.then(() => this.#channel.read());
    this.#last = answer.catch(() => undefined);
    return answer.then((text) => parseAnswer<T>(text, line));
  }

  async read(...paths: string[]): Promise<FilesRead> {
    const answer = await this.ask<{ before: number; after: number; files: { path: string }[] }>("read", ...paths);
    return { before: answer.before, after: answer.after, files: decodeFiles(answer.files) };
  }

  async list(directory: string): Promise<string[]> {
    return (await this.ask<{ names: string[] }>("list", directory)).names;
  }

  async spawn(argv: string[]): Promise<number> {
    return (await this.ask<{ pid: number }>("spawn", base64(argv.map((word) => `${word}\0`).join("")))).pid;
  }

  async reap(pid: number, options: { signal?: number; limitMs: number }): Promise<ToolRun> {
    const answer = await this.ask<ToolRun>("reap", pid, options.signal ?? 0, options.limitMs);
    return { ...answer, stdout: fromBase64(answer.stdout), stderr: fromBase64(answer.stderr) };
  }

  /** One exchange: the raw response. */
  async http(host: string, port: number, request: string, limitMs: number): Promise<string> {
    const answer = await this.ask<{ data: string }>("http", host, port, limitMs, base64(request));
    return Buffer.from(answer.data, "base64").toString("latin1");
  }

  close(): void {
    this.#channel.close();
  }
}

function parseAnswer<T>(text: string | null, command: string): T {
  const shown = command.length > 120 ? `${command.slice(0, 120)}…` : command;
  if (text === null) throw new ProbeError(`the probe ended before it answered: ${shown}`);
  let answer: T & { error?: string; errno?: number };
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new ProbeError(`the probe answered with something other than JSON to ${shown}: ${text.slice(0, 200)}`, {
      cause,
    });
  }
  if (answer.error !== undefined) throw new ProbeRefusal(answer.error, answer.errno ?? 0, shown);
  return answer;
}
