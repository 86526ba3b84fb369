import type { Flag } from "../model/flag.ts";
import type { Run } from "../model/run.ts";
import type { SampleIndex } from "./sample-index.ts";

/** Slower than this, as a share, fixed work beside a busy generator stands on the same core. */
const SHARED_LIMIT = 0.1;

/** What holds for every load of a machine. */
const machineFlags = ({ sharing }: Run): Flag[] =>
  sharing !== null && sharing.slowdown > SHARED_LIMIT ? ["shared-core"] : [];

/** The same samples, with the machine's flags on every cell that a load was put on. */
export function withMachineFlags(index: SampleIndex, run: Run): SampleIndex {
  const own = machineFlags(run);
  if (own.length === 0) return index;
  return {
    ...index,
    flags: (cell, phase) => {
      const flags = index.flags(cell, phase);
      const loaded = index.valid(cell.id, phase).some(({ measure }) => /^(load|open-loop)\//.test(measure));
      return loaded ? [...new Set([...flags, ...own])].sort() : flags;
    },
  };
}
