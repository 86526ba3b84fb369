import { terminalLine, terminalText } from "./terminal-text.ts";

export interface Step {
  /** What is about to be done, and what comes after it. */
  what: string;
  next: readonly string[];
  /** Steps of this phase that are done, and all of them. */
  done: number;
  total: number;
  /** Estimate of what remains of the whole measuring, in seconds; null if unknown. */
  left: number | null;
}

/** Told of what is measured, between windows only: nothing is drawn while anything is timed. */
export interface Progress {
  /** A part of the job begins, such as "images" or "rounds". */
  phase(name: string): void;
  step(step: Step): void;
  /** Something worth a line of its own that stays. */
  note(text: string): void;
  /** No more steps follow: what was drawn to be replaced is cleared. */
  end(): void;
}

/** The same progress, told in texts that no terminal obeys: names come from articles, notes quote subjects and tools. */
export function forTerminal(progress: Progress): Progress {
  return {
    phase: (name) => progress.phase(terminalLine(name)),
    step: (step) => progress.step({ ...step, what: terminalLine(step.what), next: step.next.map(terminalLine) }),
    note: (text) => progress.note(terminalText(text)),
    end: () => progress.end(),
  };
}
