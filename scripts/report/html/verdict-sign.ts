import type { Outcome, Verdict } from "../../model/judgement.ts";

interface Sign {
  /** A mark beside the word, for the eye alone; the word says the same. */
  mark: string;
  /** Which way it points for the claim, for a colour beside word and mark. */
  tone: "holds" | "differs" | "fails" | "open";
  /** What the word means, for readers who have not read the method. */
  means: string;
}

/** Every verdict with its mark and meaning (docs/method.md). */
export const SIGNS: Record<Verdict | Outcome, Sign> = {
  reproduced: { mark: "✓", tone: "holds", means: "the whole interval lies within the band around what was published" },
  "reproduced-under": { mark: "◐", tone: "differs", means: "reproduced, but only under the readings that are named" },
  stronger: { mark: "▲", tone: "differs", means: "the same direction, and more of it than the band allows" },
  weaker: { mark: "▼", tone: "differs", means: "the same direction, and less of it than the band allows" },
  "size-undecided": {
    mark: "◆",
    tone: "differs",
    means: "the same direction; the interval crosses an edge of the band",
  },
  reversed: { mark: "⇄", tone: "fails", means: "the whole interval lies on the other side of 1" },
  outside: { mark: "✗", tone: "fails", means: "the whole interval lies outside what was published" },
  contradicted: { mark: "✗", tone: "fails", means: "outside or reversed in every reading" },
  inconclusive: { mark: "?", tone: "open", means: "the evidence supports no verdict; the reason stands beside it" },
  "not-measured": { mark: "–", tone: "open", means: "nothing was measured; the reason stands beside it" },
  shown: {
    mark: "○",
    tone: "open",
    means: "a figure of one subject depends on the machine: printed beside ours, not judged",
  },
};
