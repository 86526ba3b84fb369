import type { Engine } from "../model/engine.ts";
import { KitError } from "../model/errors.ts";

/** What every command is given of the place it runs in. */
export interface Kit {
  /** The checkout, and the folder of all runs. */
  root: string;
  results: string;
  /** An engine that answers, whoever holds it; else a KitError says what helps. */
  reachEngine(): Promise<Engine>;
  /** An engine that answers and that no run holds; else a KitError says what helps. */
  freeEngine(): Promise<Engine>;
  print(text: string): void;
  printJson(value: unknown): void;
}

/** What is said where another run holds the engine. */
export const busy = (run: string) =>
  new KitError(
    `run ${run} is measuring on this engine, and two at once would spoil each other's numbers`,
    "wait for its end, or remove it with: bench clean --force",
  );
