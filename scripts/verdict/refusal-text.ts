import { FLAGS, type Flag } from "../model/flag.ts";
import type { Refusal } from "./outcome-evidence.ts";

/** Why the evidence supports no verdict, in words; null when there is nothing against it. */
export function refusalText(refusals: readonly Refusal[]): string | null {
  // Without rounds there is no interval either: the cause is said, not its consequence.
  const told = refusals.some(({ why }) => why !== "no-interval") ? refusals.filter(notOnlyMissing) : refusals;
  if (told.length === 0) return null;
  return told.map(oneRefusal).join("; ");
}

const notOnlyMissing = ({ why }: Refusal): boolean => why !== "no-interval";

function oneRefusal(refusal: Refusal): string {
  switch (refusal.why) {
    case "too-few-rounds":
      return `${refusal.rounds} valid rounds, a verdict needs ${refusal.needed}`;
    case "forbidden":
      return refusal.flags.map(flagText).join("; ");
    case "no-interval":
      return "no interval could be formed";
  }
}

/** `errors: requests failed: …`: a flag with its advice. */
export function flagText(flag: string): string {
  return flag in FLAGS ? `${flag}: ${FLAGS[flag as Flag]}` : flag;
}
