import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { readAnswers } from "../../scripts/compat/answer.ts";
import { type Conversation, converse, type Heard, type Line } from "../../scripts/compat/conversation.ts";
import { bytesOf, type CompatCase, type Piece } from "../../scripts/model/compat-case.ts";

/** What a server sends after each step, and whether it then ends the connection. */
export interface Script {
  parts: string[];
  closes: boolean;
}

/** Bytes that Node.js 24.21.0 answered to the cases of the kit (bench compat writes them: compat.docker.test.ts). */
export const RECORDINGS = new URL("recordings/node-24.json", import.meta.url);

/** What was recorded of a case, cut where the steps of the case wait. */
export function recordedScript(one: CompatCase): Script {
  const recordings = JSON.parse(readFileSync(RECORDINGS, "utf8")) as Record<
    string,
    { bytes: Piece[]; closes: boolean }
  >;
  const found = recordings[one.name];
  if (!found) throw new Error(`nothing is recorded of ${one.name}`);
  const bytes = bytesOf({ send: found.bytes });
  const { interim, final } = readAnswers(bytes, one.answers, found.closes);
  let from = 0;
  const parts = one.steps.map(({ until }, nth) => {
    const end = until === "interim" ? interim[0]?.answer.to : until === undefined ? undefined : final[until - 1]?.to;
    const to = nth === one.steps.length - 1 ? bytes.length : (end ?? from);
    const part = bytes.toString("latin1", from, to);
    from = to;
    return part;
  });
  return { parts, closes: found.closes };
}

/** What is under way between the two ends, so that silence is known and not guessed by a clock. */
interface Wire {
  sent: number;
  received: number;
  written: number;
  heard: number;
  closing: boolean;
}

/** Plays a script over a real connection, each part once the step before it has come whole, and has the conversation. */
export async function replayed(one: CompatCase, { parts, closes }: Script): Promise<Conversation> {
  const wire: Wire = { sent: 0, received: 0, written: 0, heard: 0, closing: false };
  let wake = () => {};
  const sizes = one.steps.map((step) => bytesOf(step).length);
  const server = createServer((socket) => {
    let step = 0;
    socket.on("error", () => {});
    socket.on("data", (data) => {
      wire.received += data.length;
      while (step < parts.length && wire.received >= sizes.slice(0, step + 1).reduce((sum, size) => sum + size, 0)) {
        const part = Buffer.from(parts[step] ?? "", "latin1");
        wire.written += part.length;
        socket.write(part);
        step++;
      }
      if (step === parts.length && closes) {
        wire.closing = true;
        socket.end();
      }
      wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { line, close } = await dial((server.address() as AddressInfo).port, wire, (next) => {
    wake = next;
  });
  try {
    return await converse(line, one);
  } finally {
    close();
    server.close();
  }
}

/** A line over a socket of this process. It is silent once all that was sent has been answered with all there is. */
async function dial(
  port: number,
  wire: Wire,
  onEvent: (next: () => void) => void,
): Promise<{ line: Line; close(): void }> {
  const socket = connect(port, "127.0.0.1");
  const heard: Heard[] = [];
  let wake = () => {};
  onEvent(() => wake());
  const add = (one: Heard) => {
    heard.push(one);
    wake();
  };
  socket.on("data", (bytes) => {
    wire.heard += bytes.length;
    add({ kind: "bytes", bytes });
  });
  socket.on("end", () => add({ kind: "end" }));
  socket.on("error", () => add({ kind: "reset" }));
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  const line: Line = {
    send: async (bytes) => {
      if (!socket.writable) return;
      wire.sent += bytes.length;
      socket.write(bytes);
    },
    hear: async () => {
      const isUnderWay = () => wire.received < wire.sent || wire.heard < wire.written || wire.closing;
      while (heard.length === 0 && isUnderWay())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return heard.shift() ?? { kind: "silence" };
    },
  };
  return { line, close: () => socket.destroy() };
}
