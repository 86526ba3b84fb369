import type { Heard, Line } from "../../scripts/compat/conversation.ts";

/** What a server of a test says next: bytes as text, or what becomes of the connection. */
export type Said = string | "END" | "RESET" | "SILENCE";

/** A line that says what it is told, and notes what was sent and how long was listened. After the last word, silence. */
export function scriptedLine(...script: Said[]): Line & { log: string[] } {
  const log: string[] = [];
  const kinds: Record<string, "end" | "reset" | "silence"> = { END: "end", RESET: "reset", SILENCE: "silence" };
  return {
    log,
    send: async (bytes) => void log.push(`send ${bytes.toString("latin1")}`),
    hear: async (limitMs): Promise<Heard> => {
      log.push(`hear ${limitMs}`);
      const said = script.shift() ?? "SILENCE";
      const kind = kinds[said];
      return kind === undefined ? { kind: "bytes", bytes: Buffer.from(said, "latin1") } : { kind };
    },
  };
}
