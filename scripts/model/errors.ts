import { terminalLine } from "./terminal-text.ts";

/** One thing wrong in what the user gave. Line and column count from 1; null where the input is no file. */
export interface InputFault {
  /** The file as the user named it, or the option ("--claims"). */
  file: string;
  line: number | null;
  column: number | null;
  expected: string;
  found: string;
  /** What to do next. */
  next: string;
}

/** `file:line:column: expected …, found …; next step`, on one line so that editors can jump to it. */
export function faultText(fault: InputFault): string {
  const place = fault.line === null ? fault.file : `${fault.file}:${fault.line}:${fault.column ?? 1}`;
  return terminalLine(`${place}: expected ${fault.expected}, found ${fault.found}; ${fault.next}`);
}

/** The user's input cannot be used: every fault that was found, not only the first. The CLI exits with 2. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly faults: readonly InputFault[];

  constructor(faults: readonly InputFault[]) {
    super(faults.map(faultText).join("\n"));
    this.faults = faults;
  }
}

/** The kit, the engine or the machine cannot do the job: what happened, and the one step that helps. The CLI exits with 3. */
export class KitError extends Error {
  override readonly name = "KitError";
  readonly what: string;
  readonly next: string;

  constructor(what: string, next: string, options?: ErrorOptions) {
    super(`${what}; ${next}`, options);
    this.what = what;
    this.next = next;
  }
}
