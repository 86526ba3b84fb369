import { type Probe, ProbeRefusal } from "./probe.ts";
import { LOOPBACK } from "./sandbox.ts";

/** Time for connecting and for sending: both are the kernel's doing on loopback. */
const LIMIT_MS = 5000;

/** One raw TCP conversation inside a sandbox, through its probe. Only one at a time. */
export interface RawLine {
  send(bytes: Buffer): Promise<void>;
  hear(limitMs: number): Promise<{ kind: "bytes"; bytes: Buffer } | { kind: "end" | "reset" | "silence" }>;
  close(): Promise<void>;
}

/** Connects to the subject's port; null where nothing listens there any more. */
export async function dial(probe: Probe, port: number): Promise<RawLine | null> {
  try {
    await probe.ask("dial", LOOPBACK, port, LIMIT_MS);
  } catch (error) {
    if (error instanceof ProbeRefusal) return null;
    throw error;
  }
  return {
    send: async (bytes) => void (await probe.ask("say", bytes.toString("base64"), LIMIT_MS)),
    hear: async (limitMs) => {
      type Told = { kind: "bytes" | "end" | "reset" | "silence"; data: string };
      const { kind, data } = await probe.ask<Told>("hear", limitMs);
      return kind === "bytes" ? { kind, bytes: Buffer.from(data, "base64") } : { kind };
    },
    close: async () => void (await probe.ask("hangup")),
  };
}
