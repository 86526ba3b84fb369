/** Most lines shown of a failure; the log has them all. */
const MOST = 12;

const CODE = /\b[A-Z]{2,}\d{3,}\b/;
/** A compiler's diagnostic: it names file and line, or has a code of its own. */
const isDiagnostic = (line: string): boolean =>
  /\berror\b/i.test(line) && (/\S:\d+(:\d+)?\b|\(\d+,\d+\)/.test(line) || CODE.test(line));
const isComplaint = (line: string): boolean =>
  /\berror\b|\bERR!|^E: |\bfatal\b|undefined reference|cannot find|panicked|not found|no such file/i.test(line);

/**
 * The lines of a failed command's output that say why, in their order: diagnostics with a place or a code, else lines
 * that complain, else the last ones. Where there are too many, every error code is still among them.
 */
export function decisiveLines(output: readonly string[]): string[] {
  const said = output.map((line) => line.trim()).filter((line) => line !== "");
  const diagnostics = said.filter(isDiagnostic);
  const complaints = said.filter(isComplaint);
  if (diagnostics.length > 0) return select([...new Set(diagnostics)]);
  return complaints.length > 0 ? select([...new Set(complaints)]) : said.slice(-MOST);
}

/** Whether a compiler had its say, so that the failure is a result of the compilation. */
export const hasDiagnostics = (output: readonly string[]): boolean => output.some(isDiagnostic);

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
