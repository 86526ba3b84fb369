import { type Conversation, converse } from "../compat/conversation.ts";
import { awaitReady, StartFailure, stopProgram } from "../measure/process.ts";
import { dial } from "../measure/raw-line.ts";
import { type Guest, openSandbox, type Kit as SandboxKit } from "../measure/sandbox.ts";
import type { CompatCase } from "../model/compat-case.ts";

/** A server that is not ready by then has failed to start; after so many in a row it is not tried again. */
const START_LIMIT_MS = 5000;
const MOST_FAILURES = 2;

/** What a case came to with one server: a conversation, or why there was none. */
export type Played = { conversation: Conversation } | { why: string };

export interface Battery {
  played: Map<string, Played>;
  seconds: number;
}

/**
 * Every case with one subject, in one sandbox: for each the program is started afresh, answers its ready route once, and
 * is ended after the conversation.
 *
 * @param announce called before each case, with its number from 0; throws where the job was interrupted
 */
export async function playBattery(
  kit: SandboxKit,
  guest: Guest,
  cases: readonly CompatCase[],
  announce: (one: CompatCase, nth: number) => void,
): Promise<Battery> {
  const played: Battery["played"] = new Map();
  const began = performance.now();
  const { probe, close } = await openSandbox(kit, guest);
  let [failures, why] = [0, ""];
  try {
    for (const [nth, one] of cases.entries()) {
      if (failures >= MOST_FAILURES) {
        played.set(one.name, { why: `not tried: ${why}` });
        continue;
      }
      announce(one, nth);
      try {
        await awaitReady(probe, guest, "launch", [], START_LIMIT_MS);
        failures = 0;
        const line = await dial(probe, guest.app.port);
        if (line === null) played.set(one.name, { why: "the server took no second connection" });
        else {
          played.set(one.name, { conversation: await converse(line, one) });
          await line.close();
        }
        await stopProgram(probe);
      } catch (error) {
        if (!(error instanceof StartFailure)) throw error;
        failures += 1;
        why = `the server did not start: ${error.message}`;
        played.set(one.name, { why });
        await stopProgram(probe);
      }
    }
  } finally {
    await close();
  }
  return { played, seconds: (performance.now() - began) / 1000 };
}
