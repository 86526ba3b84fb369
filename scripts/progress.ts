import type { Progress, Step } from "./model/progress.ts";

/** Where progress is written: stderr, so that --json has stdout to itself. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

const NEXT_SHOWN = 3;

const leftText = (seconds: number | null): string => {
  if (seconds === null) return "";
  return seconds < 90 ? `, about ${Math.ceil(seconds / 5) * 5} s left` : `, about ${Math.ceil(seconds / 60)} min left`;
};

const stepLine = ({ what, done, total, left }: Step): string => `[${done + 1}/${total}] ${what}${leftText(left)}`;

/**
 * A live list where the output is a terminal, a line a step elsewhere. Both write only when told of a step and never by a
 * timer: whoever calls does so between measuring windows.
 */
export function makeProgress(output: Output): Progress {
  return output.isTTY ? liveProgress(output) : plainProgress(output);
}

function plainProgress(output: Output): Progress {
  return {
    phase: (name) => void output.write(`== ${name}\n`),
    step: (step) => void output.write(`${stepLine(step)}\n`),
    note: (text) => void output.write(`${text}\n`),
    end: () => {},
  };
}

function liveProgress(output: Output): Progress {
  let drawn = 0;
  const clear = () => {
    if (drawn > 0) output.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  };
  // A terminal without a known width says 0.
  const fit = (line: string) => line.slice(0, Math.max(20, (output.columns || 80) - 1));
  const keep = (text: string) => {
    clear();
    output.write(`${text}\n`);
  };
  return {
    phase: (name) => keep(`== ${name}`),
    note: keep,
    step: (step) => {
      clear();
      const lines = [`> ${stepLine(step)}`, ...step.next.slice(0, NEXT_SHOWN).map((name) => `  then ${name}`)];
      output.write(`${lines.map(fit).join("\n")}\n`);
      drawn = lines.length;
    },
    end: clear,
  };
}
