/** One thing looked at, with the figure and, where something is wrong, what to do about it. */
export interface Check {
  id: string;
  state: "ok" | "warning" | "failure" | "unknown";
  found: string;
  /** What to do about it; null when nothing is to be done. */
  remedy: string | null;
}

export const ok = (id: string, found: string): Check => ({ id, state: "ok", found, remedy: null });
export const warning = (id: string, found: string, remedy: string): Check => ({ id, state: "warning", found, remedy });
export const failure = (id: string, found: string, remedy: string): Check => ({ id, state: "failure", found, remedy });

const MARK = { ok: "ok      ", warning: "warning ", failure: "FAILURE ", unknown: "unknown " };

export function checksText(found: readonly Check[]): string {
  const line = ({ id, state, found: what, remedy }: Check) =>
    `${MARK[state]} ${id.padEnd(16)} ${what}${remedy ? `\n${" ".repeat(26)}→ ${remedy}` : ""}`;
  return `${found.map(line).join("\n")}\n`;
}
