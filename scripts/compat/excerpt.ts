/** Longest piece of bytes that is shown. */
const LONGEST = 48;

/** Bytes as one short line: the printable ones as they are, the others spelled out, with how many there are in all. */
export function excerpt(bytes: Buffer): string {
  const text = bytes.toString("latin1", 0, LONGEST).replaceAll(/[^ -[\]-~]/g, spelled);
  const dots = bytes.length > LONGEST ? "…" : "";
  return `${bytes.length} bytes${bytes.length === 0 ? "" : `: ${text}${dots}`}`;
}

const NAMED: Record<string, string> = { "\r": "\\r", "\n": "\\n", "\t": "\\t", "\\": "\\\\" };

const spelled = (character: string): string =>
  NAMED[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
