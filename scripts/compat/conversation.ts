import { bytesOf, type CompatCase } from "../model/compat-case.ts";
import { type Answers, readAnswers } from "./answer.ts";

/** Milliseconds without a byte after which an answer, or the end of the connection, counts as missing. */
export const IDLE_MS = 1000;
/** Milliseconds without a byte after which a connection that is to stay open counts as open. */
export const QUIET_MS = 200;

/** One TCP connection to a server, as far as a conversation needs it. */
export interface Line {
  /** Sends bytes, as many as the server takes: one that has closed takes none, and may still have answered. */
  send(bytes: Buffer): Promise<void>;
  /** What comes next: bytes, the end of the stream, a reset, or nothing for that many milliseconds. */
  hear(limitMs: number): Promise<Heard>;
}

export type Heard = { kind: "bytes"; bytes: Buffer } | { kind: "end" | "reset" | "silence" };

/** What was sent and heard in one case. */
export interface Conversation {
  /** What came, by the step after which it came. */
  parts: Buffer[];
  /** Of each step, whether what had to come did come in time; null where nothing had to. */
  met: (boolean | null)[];
  /** `open`: the server had not ended it when the stated time without a byte had passed. */
  end: "closed" | "reset" | "open";
  answers: Answers;
}

/**
 * Has a conversation: sends every step, waits for what the step says, and then for the end. An answer is whole when its
 * framing says so; nothing else is waited for but an end of the connection, or a stated time in which no byte comes.
 */
export async function converse(line: Line, asked: CompatCase): Promise<Conversation> {
  const idle = asked.idle ?? IDLE_MS;
  const all: Buffer[][] = [];
  let end: Conversation["end"] = "open";
  let whole = Buffer.alloc(0);
  const answers = (): Answers => readAnswers(whole, asked.answers, end === "closed");

  /** Listens until `done`, the end, or silence; whether it was done. */
  const listen = async (done: () => boolean, limitMs: number): Promise<boolean> => {
    while (!done()) {
      if (end !== "open") return false;
      const heard = await line.hear(limitMs);
      if (heard.kind === "silence") return false;
      if (heard.kind === "bytes") {
        all.at(-1)?.push(heard.bytes);
        whole = Buffer.concat([whole, heard.bytes]);
      } else end = heard.kind === "end" ? "closed" : "reset";
    }
    return true;
  };
  const finals = () => answers().final.filter(({ complete }) => complete).length;

  const met: Conversation["met"] = [];
  for (const step of asked.steps) {
    all.push([]);
    if (step.pause) await listen(() => false, step.pause);
    const before = answers().interim.length;
    await line.send(bytesOf(step));
    if (step.until === undefined) {
      met.push(null);
      continue;
    }
    const { until } = step;
    const came = () => (until === "interim" ? answers().interim.length > before || finals() > 0 : finals() >= until);
    met.push(await listen(came, idle));
    // A request behind an answer that is missing could not be told apart from it.
    if (until !== "interim" && met.at(-1) === false) break;
  }
  const isLast = met.length === asked.steps.length;
  if (isLast) await listen(() => finals() >= asked.answers.length, idle);
  await listen(() => false, asked.ends === "closed" ? idle : QUIET_MS);
  return { parts: all.map((pieces) => Buffer.concat(pieces)), met, end, answers: answers() };
}
