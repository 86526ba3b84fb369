/** Most lines shown of a failure; the log has them all. */
const MOST = 12;
/** Most lines that belong to the complaint above them. */
const MOST_BELOW = 3;

/** A line of a stack, or of the source that a place quotes. */
const NOISE = /^(at |(\d+ *)?\|)/;
const CODE = /\b[A-Z]{2,}\d{3,}\b/;
/** A compiler's diagnostic: it names file and line, or has a code of its own. */
const isDiagnostic = (line: string): boolean =>
  /\berror\b/i.test(line) && (/\S:\d+(:\d+)?\b|\(\d+,\d+\)/.test(line) || CODE.test(line));
const isComplaint = (line: string): boolean =>
  /\berror\b|\bERR!|^E: |\bfatal\b|undefined reference|cannot find|panicked|not found|no such file/i.test(line);

/**
 * The lines of a failed command's output that say why, in their order: diagnostics with a place or a code, else lines
 * that complain, each with what it announces, else the last ones. Where there are too many, every error code is still
 * among them.
 */
export function decisiveLines(output: readonly string[]): string[] {
  const said = output.filter((line) => line.trim() !== "");
  const chosen = said.some(isDiagnostic)
    ? isDiagnostic
    : said.some((line) => isComplaint(line.trim()))
      ? isComplaint
      : null;
  if (chosen === null) return trimmed(said.slice(-MOST));
  const kept = said.flatMap((line, at) => (chosen(line.trim()) ? [line, ...announced(said, at)] : []));
  return select([...new Set(trimmed(kept))]);
}

/** Whether a compiler had its say, so that the failure is a result of the compilation. */
export const hasDiagnostics = (output: readonly string[]): boolean => output.some(isDiagnostic);

const trimmed = (lines: readonly string[]): string[] => lines.map((line) => line.trim());
const indent = (line: string): number => line.length - line.trimStart().length;

/**
 * The lines below a line that belong to it: one after a colon or an arrow to the place, and what is indented below a
 * complaint, other than source and stack. Below a diagnostic stands the source it quotes.
 */
function announced(said: readonly string[], at: number): string[] {
  const line = said[at] ?? "";
  const below = said.slice(at + 1, at + 1 + MOST_BELOW);
  const isPart = (next: string, nth: number): boolean =>
    (nth === 0 && (line.trimEnd().endsWith(":") || next.trim().startsWith("--> "))) ||
    (!isDiagnostic(line) && indent(next) > indent(line) && !NOISE.test(next.trim()));
  const end = below.findIndex((next, nth) => !isPart(next, nth));
  return end < 0 ? below : below.slice(0, end);
}

function select(lines: string[]): string[] {
  if (lines.length <= MOST) return lines;
  const codes = new Set<string>();
  const firsts = lines.filter((line) => {
    const code = line.match(CODE)?.[0];
    return code !== undefined && !codes.has(code) && codes.add(code);
  });
  const others = lines.filter((line) => !firsts.includes(line));
  const kept = new Set([...firsts, ...others].slice(0, MOST));
  return lines.filter((line) => kept.has(line));
}
