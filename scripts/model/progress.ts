/** Told of what is measured, between windows only: nothing is drawn while anything is timed. */
export interface Progress {
  /** A part of the job begins, such as "images" or "rounds". */
  phase(name: string): void;
  /** Something is about to be done. `left` is an estimate of what remains of the phase, in seconds; null if unknown. */
  step(what: string, done: number, total: number, left: number | null): void;
  /** Something worth a line of its own. */
  note(text: string): void;
}
